import type { FieldRead } from '#preview/panel-data.ts'

/** Returns text as a reader sees it, with white space collapsed and trimmed. */
export function normalText(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[\s\u00a0\u00ad]+/g, ' ').trim()
}

const known = new Map<string, string>()

/**
 * Returns the visible part of a field's value: the words of rich text, and any other value as it is. Rich text is
 * parsed in a separate document, so that nothing in it runs or loads.
 */
export function shownText({ value, isHtml }: FieldRead): string {
  if (!isHtml) return normalText(value)
  const shown = known.get(value) ?? normalText(new DOMParser().parseFromString(value, 'text/html').body.textContent)
  known.set(value, shown)
  return shown
}
