import { escapeUTF8 } from 'entities/escape'

/** Text escaped for HTML and XML, for use between tags and in attributes. */
export const escapeMarkup: (text: string) => string = escapeUTF8

/** An XML element that holds text. */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

/** An Atom `link` element. */
export function xmlLink(attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${xmlText(value)}"`)
  return `<link${written.join('')}/>`
}

/** Text escaped for XML, without the characters that XML does not allow even when escaped. */
function xmlText(text: string): string {
  if (/^[\w./:%-]*$/.test(text)) return text // most addresses need no escaping
  const allowed = text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  return escapeMarkup(allowed)
}
