import { readFileSync } from 'node:fs'
import { memoize } from '#content/memoize.ts'

export type Json = Record<string, unknown>

/** Paths of the pictures at the service and below `demo/`. */
export const pictures = Array.from({ length: 10 }, (_, at) => `/media/post-${String(at + 1).padStart(2, '0')}.jpg`)

export type Writer = ReturnType<typeof openWriter>

/** Writes words of a locale. The same seed gives the same words. */
export function openWriter(locale: string, seed: string) {
  const upTo = randomOf(seed)
  const [vocabulary = [], sentences = []] = [vocabularyOf(locale), sentencesOf(locale)]
  const words = (count: number): string => phrase(vocabulary, count, upTo)
  const text = (least: number): string => {
    const told: string[] = []
    for (let count = 0; count < least; ) {
      const next = sentences[upTo(sentences.length)] ?? { text: '', words: least }
      told.push(next.text)
      count += next.words
    }
    return told.join(' ')
  }
  const rich = (count: number, href: string): string =>
    `<p>${text(count * 0.2)} <strong>${words(3)}</strong> ${text(count * 0.15)}</p>` +
    `<p>${text(count * 0.2)} <a href="${href}">${words(3)}</a> &amp; ${text(count * 0.1)}</p>` +
    `<ul>${Array.from({ length: 4 }, () => `<li>${text(count * 0.03)}</li>`).join('')}</ul><p>${text(count * 0.15)}</p>`
  const picture = (): Json => ({ url: pictures[upTo(pictures.length)], mime: 'image/jpeg', alt: words(4) })
  return { upTo, words, text, rich, picture }
}

/** Returns a function that makes pseudo-random whole numbers below its argument. */
function randomOf(seed: string): (below: number) => number {
  let state = 2166136261
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 16777619)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function phrase(vocabulary: string[], count: number, upTo: (below: number) => number): string {
  const first = vocabulary[upTo(vocabulary.length)] ?? ''
  let words = first.charAt(0).toUpperCase() + first.slice(1)
  for (let more = 1; more < count; more += 1) words += ` ${vocabulary[upTo(vocabulary.length)]}`
  return words
}

/** The words of the interface texts. */
const vocabularyOf = memoize((locale: string) => {
  const words = new Set<string>()
  JSON.parse(readFileSync(new URL(`../locales/${locale}.json`, import.meta.url), 'utf8'), (_, value) => {
    if (typeof value === 'string') for (const word of value.match(/\p{L}{2,}/gu) ?? []) words.add(word)
  })
  return [...words]
})

const sentencesOf = memoize((locale: string) => {
  const upTo = randomOf(locale)
  return Array.from({ length: 1000 }, () => {
    const words = 8 + upTo(10)
    return { text: `${phrase(vocabularyOf(locale), words, upTo)}.`, words }
  })
})
