import type { FieldRead } from '#preview/panel-data.ts'

/** Text as a reader sees it: blanks folded, ends trimmed. */
export function normalText(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[\s\u00a0\u00ad]+/g, ' ').trim()
}

const known = new Map<string, string>()

/** What of a field's value shows: the words of rich text, everything else as it is. */
export function shownText({ value, isHtml }: FieldRead): string {
  if (!isHtml) return normalText(value)
  const shown = known.get(value) ?? wordsOf(value)
  known.set(value, shown)
  return shown
}

/** The words of rich text. It is parsed in a document of its own, so that nothing of it runs or loads. */
function wordsOf(html: string): string {
  return normalText(new DOMParser().parseFromString(html, 'text/html').body.textContent)
}
