import type { Href, Picture, Reader } from '#blocks/_shared/reader.ts'
import type { Html, Image } from '#content/schema.ts'
import { markOf, marksIn, richTextMark, unmark } from '#preview/marks.ts'

/** Returns a text with marks at its end, or before an ending such as `.svg`, which code may look at. */
export function withMarks(text: string, marks: string): string {
  return marks && text.trim() ? text.replace(/(?:\.\w{1,5})?$/, (ending) => marks + ending) : text
}

/** Returns a reader that accepts marked values, and marks what it makes from them. */
export function markedReader(reader: Reader): Reader {
  // A copy would call every getter of the reader, and so ask questions that the page never asked.
  return Object.assign(Object.create(reader) as Reader, {
    text: (key, values) => reader.text(unmark(key), values),
    date(iso, field) {
      const date = iso === undefined ? undefined : reader.date(unmark(iso), field)
      return date && { iso: date.iso, text: withMarks(date.text, marksOf(iso)) }
    },
    html(html, below) {
      const shown = reader.html(unmark(html) as Html, below)
      const marks = marksOf(html)
      return marks && shown.trim() ? `${richTextMark}${marks}${shown}` : shown
    },
    link(url) {
      const href = reader.link(url && unmark(url))
      return href && (withMarks(href, marksOf(url)) as Href)
    },
    picture(image, use, alt) {
      const shown = reader.picture(image && ({ ...image, url: unmark(image.url) } as Image), use, alt)
      return shown && markedPicture(shown, marksOf(image?.url))
    },
    socialCard: (title) => reader.socialCard(unmark(title)),
  } satisfies Partial<Reader>)
}

function marksOf(text: string | undefined): string {
  return marksIn(text ?? '')
    .map(markOf)
    .join('')
}

function markedPicture({ src, full, ...rest }: Picture, marks: string): Picture {
  return {
    ...rest,
    ...(src !== undefined && { src: withMarks(src, marks) }),
    ...(full !== undefined && { full: withMarks(full, marks) }),
  }
}
