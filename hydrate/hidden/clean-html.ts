import DOMPurify from 'dompurify'
import type { Heading, Reader } from '#blocks/_shared/reader.ts'
import { levelHeadings } from '#blocks/_shared/rich-text/level-headings.ts'
import { replacedTags, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { parseUrl } from '#hydrate/api/parse-url.ts'
import { withoutInline } from './without-inline.ts'

const attributes =
  'class lang dir href target title src alt width height start reversed type value colspan rowspan scope datetime open'

/**
 * Editors' HTML as markup that is safe to show, by the list the pipeline allows: no script, style, form or id. A video becomes a link that
 * shows it, a picture that may not be fetched becomes its words. Headings follow the one that the text stands `below`.
 */
export function cleanHtml(html: string, reader: Reader, below?: Heading): string {
  const fragment = DOMPurify.sanitize(withoutInline(String(html)), {
    // All tags but `richTextTags` are replaced below.
    ALLOWED_TAGS: [...richTextTags, ...Object.keys(replacedTags), 'h1', 'iframe'],
    ALLOWED_ATTR: attributes.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  // A document that is never shown, so that nothing is fetched before it is judged.
  const holder = document.implementation.createHTMLDocument().createElement('div')
  holder.append(fragment)
  for (const [tag, shown] of Object.entries(replacedTags))
    for (const element of holder.querySelectorAll(tag)) rename(element, shown)
  for (const link of holder.querySelectorAll('a')) cleanLink(link, reader)
  for (const image of holder.querySelectorAll('img')) cleanImage(image, reader)
  for (const frame of holder.querySelectorAll('iframe')) frame.replaceWith(...videoOf(frame, reader))
  for (const link of holder.querySelectorAll('a')) if (isEmpty(link)) link.replaceWith(...link.childNodes)
  const levelOf = below ? levelHeadings({ highest: Number(below[1]) + 1 }) : (level: number) => Math.max(2, level)
  for (const heading of holder.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    if (isEmpty(heading)) heading.remove()
    else rename(heading, `h${levelOf(Number(heading.tagName[1]))}`)
  return holder.innerHTML
}

function isEmpty(element: Element): boolean {
  return !element.textContent.trim() && !element.querySelector('img')
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function cleanLink(link: HTMLAnchorElement, reader: Reader): void {
  const href = reader.link(link.getAttribute('href') ?? undefined)
  if (href) link.setAttribute('href', href)
  else link.removeAttribute('href')
  if (link.protocol === 'tel:') link.dir ||= 'auto' // a number runs from left to right on pages that do not, too
  if (link.target) link.rel = 'noopener'
}

function cleanImage(image: HTMLImageElement, reader: Reader): void {
  const url = image.getAttribute('src')
  const src = url && reader.picture({ url }, 'text')?.src
  if (src) {
    image.setAttribute('src', src)
    image.setAttribute('loading', 'lazy')
    image.alt ||= '' // without the attribute a screen reader says the address
  } else image.replaceWith(image.alt)
}

/** A link to the video of a frame, which a click shows in its place; no link for a frame of any other host. */
function videoOf(frame: HTMLIFrameElement, { site, text }: Reader): Element[] {
  const url = parseUrl(frame.getAttribute('src') ?? '', 'https://none.invalid')
  if (url?.protocol !== 'https:' || !site.inBrowser.videoHosts.includes(url.host)) return []
  const link = frame.ownerDocument.createElement('a')
  Object.assign(link, { className: 'video-link', href: url.href, target: '_blank', rel: 'noopener' })
  link.dataset.video = url.href
  link.textContent = frame.title.trim() || text('block.video')
  return [link]
}
