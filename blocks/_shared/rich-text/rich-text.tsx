import type { Heading, Reader } from '#blocks/_shared/reader.ts'
import type { Html } from '#content/schema.ts'
import { frameTables } from './frame-tables.ts'

export type RichTextProps = {
  html: Html | undefined
  /** The heading above the text. */
  below: Heading
  reader: Reader
  className?: string
}

/**
 * Matches the remains of a text that an editor has emptied: paragraphs and line breaks without words, such as
 * `<p>&nbsp;</p>`.
 */
const blank = /^(?:[\s\u00ad\u200b\u2060]|&nbsp;|<\/?(?:p|br|div|span|strong|em)(?: \/)?>)*$/

/** Whether rich text has nothing to show. */
export function isBlank(html: string): boolean {
  return blank.test(html)
}

/**
 * Editors' rich text, sanitised by the reader. Empty text renders nothing; a block that has to know this calls
 * `RichText` as a function. Wide tables scroll in a box of their own.
 */
export function RichText({ html, below, reader, className }: RichTextProps) {
  const markup = html ? reader.html(html, below).trim() : ''
  if (isBlank(markup)) return null
  const framed = markup.includes('<table') ? frameTables(markup, reader.text('content.table')) : markup
  return (
    <div
      className={className ? `rich-text ${className}` : 'rich-text'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the reader returns sanitised markup
      dangerouslySetInnerHTML={{ __html: framed }}
    />
  )
}
