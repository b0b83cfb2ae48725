import { counterpart, ownText } from '#preview/panel/picking/counterpart.ts'
import { parseMarked, pickField } from '#preview/panel/picking/pick-field.ts'
import type { MarkedPage } from '#preview/panel-data.ts'

export type Walked = {
  place: string
  text: string
  /** The text at the same place when every text of the content is unique. */
  uniqueText: string
  alt: string
  uniqueAlt: string
  reads: { record: string; path: string; value: string }[]
}

/** Returns every element that shows something, with the fields it shows. Runs in a browser. */
export function walkFields(html: string, uniqueHtml: string, marked: MarkedPage): Walked[] {
  const parse = (text: string): HTMLElement => new DOMParser().parseFromString(text, 'text/html').body
  const [body, uniqueBody] = [parse(html), parse(uniqueHtml)]
  const content = { blocks: [], marked: parseMarked(marked) }
  const unshown = 'script, style, template, noscript, noscript *'
  return [...body.querySelectorAll('*')].flatMap((element): Walked[] => {
    const text = ownText(element)
    const alt = element.getAttribute('alt') ?? ''
    const twin = counterpart(element, body, uniqueBody)
    if (element.matches(unshown) || (!text && element.tagName !== 'IMG') || !twin) return []
    const place = `${element.parentElement?.className} > ${element.tagName}.${element.className}`
    const { reads } = pickField(element, content)
    return [{ place, text, uniqueText: ownText(twin), alt, uniqueAlt: twin.getAttribute('alt') ?? '', reads }]
  })
}

Reflect.set(globalThis, 'walkFields', walkFields)
