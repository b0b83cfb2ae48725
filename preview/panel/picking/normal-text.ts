import type { FieldRead } from '#preview/panel-data.ts'

/** Returns text as a reader sees it, with white space collapsed and trimmed. */
export function normalText(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[\s\u00a0\u00ad]+/g, ' ').trim()
}

const known = new Map<string, string>()

/** Returns the visible part of a field's value: the words of rich text, and any other value as it is. */
export function shownText({ value, isHtml }: FieldRead): string {
  if (!isHtml) return normalText(value)
  const shown = known.get(value) ?? wordsOf(value)
  known.set(value, shown)
  return shown
}

/** Returns the words of rich text. It is parsed in a separate document, so that nothing in it runs or loads. */
function wordsOf(html: string): string {
  return normalText(new DOMParser().parseFromString(html, 'text/html').body.textContent)
}
