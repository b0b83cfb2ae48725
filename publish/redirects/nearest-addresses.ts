/** A suggestion costs a comparison with every page, so only this many addresses of a build get suggestions. */
export const maxSuggestions = 200
/**
 * A lower likeness is mostly chance: pages that have some letters in common, such as `/newsletter` and
 * `/blog/fewer-alarms-better-ones`.
 */
const minLikeness = 0.45
const lastSegmentWeight = 2

/**
 * Finds the addresses that look most like one that is gone, the best match first. Likeness is the share of common
 * letter pairs (Dice), weighted towards the last segment. Addresses with less than `minLikeness` are left out.
 */
export function findNearest(addresses: string[]): FindNearest {
  // Computed when first needed: few builds need it, and a large site has many addresses.
  let measures: Measures | undefined
  return (gone, most = 3) => {
    measures ??= {
      locales: addresses.map(localeOf),
      whole: likenessTo(addresses.map(wordsOf)),
      last: likenessTo(addresses.map(lastOf)),
    }
    const { locales, whole, last } = measures
    const [ofWhole, ofLast, locale] = [whole(wordsOf(gone)), last(lastOf(gone)), localeOf(gone)]
    const near: { path: string; likeness: number }[] = []
    for (const [at, path] of addresses.entries()) {
      const mixed = ((ofWhole[at] ?? 0) + lastSegmentWeight * (ofLast[at] ?? 0)) / (1 + lastSegmentWeight)
      const likeness = locales[at] === locale ? mixed : mixed / 2
      if (path !== gone && likeness >= minLikeness) near.push({ path, likeness })
    }
    return near
      .sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
      .slice(0, most)
      .map(({ path }) => path)
  }
}

export type FindNearest = (gone: string, most?: number) => string[]
type LikenessTo = (text: string) => Float64Array
type Measures = { locales: string[]; whole: LikenessTo; last: LikenessTo }

const segmentsOf = (path: string): string[] => path.split('/').slice(1)
const wordsOf = (path: string): string => segmentsOf(path).join(' ')
const lastOf = (path: string): string => segmentsOf(path).at(-1) ?? ''

function localeOf(path: string): string {
  const [first = ''] = segmentsOf(path)
  return /^[a-z]{2}(-[A-Z]{2})?$/.test(first) ? first : ''
}

/**
 * Returns a function that computes the likeness of a text to each of `texts`, from 0 to 1. Only texts that share a pair
 * cost time.
 */
function likenessTo(texts: string[]): LikenessTo {
  const holders = new Map<number, number[]>() // indexes of the texts that hold a pair
  const sizes = texts.map((text, at) => {
    const pairs = pairsOf(text)
    for (const pair of pairs) {
      const known = holders.get(pair)
      if (known) known.push(at)
      else holders.set(pair, [at])
    }
    return pairs.size
  })
  return (text) => {
    const wanted = pairsOf(text)
    const common = new Float64Array(texts.length)
    for (const pair of wanted) for (const at of holders.get(pair) ?? []) common[at] = (common[at] ?? 0) + 1
    return common.map((shared, at) => (2 * shared) / (wanted.size + (sizes[at] ?? 0)))
  }
}

/**
 * Pairs of neighbouring letters, lower-cased and without diacritics. Each pair is one number made of both character
 * codes.
 */
function pairsOf(text: string): Set<number> {
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const folded = words && ` ${words} `
  const pairs = new Set<number>()
  for (let index = 0; index + 1 < folded.length; index += 1)
    pairs.add(folded.charCodeAt(index) * 0x10000 + folded.charCodeAt(index + 1))
  return pairs
}
