import DOMPurify from 'dompurify'
import type { Heading, Reader } from '#blocks/_shared/reader.ts'
import { shownId } from '#blocks/_shared/rich-text/editors-ids.ts'
import { levelHeadings } from '#blocks/_shared/rich-text/level-headings.ts'
import { replacedTags, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { parseUrl } from '#hydrate/api/parse-url.ts'
import { withoutInline } from './without-inline.ts'

const attributes =
  'class id name lang dir href target title src alt width height start reversed type value colspan rowspan scope datetime open'

/**
 * Returns editors' HTML as safe markup, with the elements that the pipeline allows, with prefixed ids, and without
 * scripts, styles or forms. A video becomes a link that shows it. A picture that may not be fetched becomes its alt
 * text. The levels of headings continue from the heading `below`.
 */
export function cleanHtml(html: string, reader: Reader, below?: Heading): string {
  const fragment = DOMPurify.sanitize(withoutInline(String(html)), {
    // All tags except `richTextTags` are replaced below.
    ALLOWED_TAGS: [...richTextTags, ...Object.keys(replacedTags), 'h1', 'iframe'],
    ALLOWED_ATTR: attributes.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    SANITIZE_DOM: false, // with their prefix, ids cannot hide properties of the document
    RETURN_DOM_FRAGMENT: true,
  })
  // A document that is never shown, so that nothing is fetched before its address is checked.
  const holder = document.implementation.createHTMLDocument().createElement('div')
  holder.append(fragment)
  for (const [tag, shown] of Object.entries(replacedTags))
    for (const element of holder.querySelectorAll(tag)) rename(element, shown)
  for (const element of holder.querySelectorAll('[id], [name]')) {
    element.id = shownId(element.id || (element.getAttribute('name') ?? '')) // word processors write names
    element.removeAttribute('name')
  }
  for (const link of holder.querySelectorAll('a')) cleanLink(link, reader)
  for (const image of holder.querySelectorAll('img')) cleanImage(image, reader)
  for (const frame of holder.querySelectorAll('iframe')) frame.replaceWith(...videoOf(frame, reader))
  for (const link of holder.querySelectorAll('a'))
    if (isEmpty(link) && link.id) link.removeAttribute('href')
    else if (isEmpty(link)) link.replaceWith(...link.childNodes)
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
  if (link.protocol === 'tel:') link.dir ||= 'auto' // numbers run from left to right on all pages
  if (link.target) link.rel = 'noopener'
}

function cleanImage(image: HTMLImageElement, reader: Reader): void {
  const url = image.getAttribute('src')
  const src = url && reader.picture({ url }, 'text')?.src
  if (src) {
    image.setAttribute('src', src)
    image.setAttribute('loading', 'lazy')
    image.alt ||= '' // without the attribute screen readers read the address
  } else image.replaceWith(image.alt)
}

/** Returns a link that a click replaces with the video of a frame, or nothing for a frame of another host. */
function videoOf(frame: HTMLIFrameElement, { site, text }: Reader): Element[] {
  const url = parseUrl(frame.getAttribute('src') ?? '', 'https://none.invalid')
  if (url?.protocol !== 'https:' || !site.inBrowser.videoHosts.includes(url.host)) return []
  const link = frame.ownerDocument.createElement('a')
  Object.assign(link, { className: 'video-link', href: url.href, target: '_blank', rel: 'noopener' })
  link.dataset.video = url.href
  link.textContent = frame.title.trim() || text('block.video')
  return [link]
}
