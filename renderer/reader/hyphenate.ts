import { createRequire } from 'node:module'
import hyphen, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen'
import type { Heading } from '#blocks/_shared/reader.ts'
import { memoize } from '#content/memoize.ts'
import { ownText } from '#content/own-text.ts'
import { languageOf } from '#locales/translator.ts'

/** Puts soft hyphens into long words where the language allows a break, in headings only into words that need one. */
export type Hyphenate = (text: string, heading?: Heading) => string

/** Returns the function that hyphenates the words of a locale. If its language has no patterns, words stay whole. */
export type Hyphenation = (locale: string) => Hyphenate

/**
 * Number of letters of the shortest words that break. In a heading only words break that may not fit into a line in a
 * window 320 pixels wide.
 */
const shortestBroken = { text: 12, heading: 17 }
/** Number of letters that stay together at either end of a word. */
const shortestEnd = 4
const softHyphen = '\u00ad'
/** A longer run of characters is not a word. Browsers break it anywhere. */
const longestRun = 200
/** The maximum number of remembered text parts. A large site has fewer long words, even counted with punctuation. */
const maxKnownParts = 50_000

/** Files of patterns that have another name than their language. */
const fileNames = new Map([
  ['de', 'de-1996'],
  ['el', 'el-monoton'],
  ['en', 'en-gb'],
  ['sr', 'sr-cyrl'],
])

/** The package does not declare that it is CommonJS, so with `import` Node would read each of its files twice. */
const requirePatterns: (name: string) => PatternsDefinition = createRequire(import.meta.url)

/**
 * Loads the patterns of a language when it is first asked for. The package `hyphen` contains those of the TeX
 * collection, for Franklin Liang's algorithm.
 */
export function createHyphenation(): Hyphenation {
  const load = memoize((language: string): Hyphenate => {
    const patterns = patternsOf(language)
    // The function returns promises only if `async` is set.
    return patterns ? createHyphenate(hyphen(patterns) as HyphenationFunctionSync) : (text) => text
  })
  return (locale) => load(languageOf(locale))
}

function patternsOf(language: string): PatternsDefinition | undefined {
  if (language === 'th') return undefined // its words break without a hyphen
  try {
    return requirePatterns(`hyphen/patterns/${fileNames.get(language) ?? language}.js`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function createHyphenate(hyphenateWord: HyphenationFunctionSync): Hyphenate {
  const breakWord = (word: string): string => joinEnds(hyphenateWord(word))
  const inText = createBreaker(shortestBroken.text, breakWord)
  const inHeading = createBreaker(shortestBroken.heading, breakWord)
  return (text, heading) => (heading ? inHeading : inText)(text)
}

/** Returns a function that breaks the words of a text that have at least `shortest` letters. */
function createBreaker(shortest: number, breakWord: (word: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  const breakRun = (run: string): string =>
    run.length > longestRun || isNoWord(run)
      ? run
      : run.replaceAll(/\p{L}{12,}/gu, (word) => (word.length < shortest ? word : breakWord(word)))
  const breakPart = (part: string): string => {
    const before = known.get(part)
    if (before !== undefined) return before
    const own = ownText(part)
    const made = own.replaceAll(/\S{12,}/g, breakRun)
    if (own.length > longestRun) return made
    if (known.size >= maxKnownParts) known.clear()
    known.set(own, made)
    return made
  }
  return (text) => replaceLongParts(text, shortest, breakPart)
}

/**
 * Replaces each long part between two spaces with the result of `breakPart`. A part may contain other white space,
 * because searching for spaces alone is three times as fast.
 */
function replaceLongParts(text: string, shortest: number, breakPart: (part: string) => string): string {
  let made = ''
  let done = 0
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start)
    const end = space < 0 ? text.length : space
    if (end - start >= shortest) {
      made += text.slice(done, start) + breakPart(text.slice(start, end))
      done = end
    }
    start = end + 1
  }
  return made + text.slice(done)
}

/** Whether a run of characters is an address, a file name or a code, or was hyphenated by an editor. */
function isNoWord(run: string): boolean {
  return /[@/\\_\d\u00ad]|\.\p{L}/u.test(run)
}

function joinEnds(word: string): string {
  const parts = word.split(softHyphen)
  while (parts.length > 1 && (parts[0]?.length ?? 0) < shortestEnd) parts.splice(0, 2, parts.slice(0, 2).join(''))
  while (parts.length > 1 && (parts.at(-1)?.length ?? 0) < shortestEnd) parts.splice(-2, 2, parts.slice(-2).join(''))
  return parts.join(softHyphen)
}
