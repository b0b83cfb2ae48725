/**
 * Marks are private-use characters that identify values. A page is rendered a second time with a mark at the end of
 * each value, which shows where each value went. That page is never shown to anybody.
 */
const firstMark = 0xe000
/** Precedes rich text, whose elements all belong to one field. */
export const richTextMark = '\uf8ff'
export const maxMarks = 0xf8ff - firstMark

const everyMark = /[\ue000-\uf8ff]/g

export function markOf(at: number): string {
  return String.fromCharCode(firstMark + at)
}

/** Returns the numbers of the marks in a text, each once, in the order of the text. */
export function marksIn(text: string): number[] {
  const found = (text.match(everyMark) ?? []).filter((mark) => mark !== richTextMark)
  return [...new Set(found)].map((mark) => mark.charCodeAt(0) - firstMark)
}

export function unmark(text: string): string {
  return text.replaceAll(everyMark, '')
}
