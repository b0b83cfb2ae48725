import { expect, it } from 'vitest'
import { richTextAttributes, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { randomMarkup } from '#tests/fixtures/random-markup.ts'
import { decodeCharacters } from './decode-characters.ts'
import { readCleanMarkup } from './read-clean-markup.ts'
import { type RichTextRules, sanitizeMarkup, sanitizeRichText } from './rich-text.ts'
import { withoutEmptyElements } from './without-empty-elements.ts'

/** `MARKUPS=1000000` tries a million random texts, `SEED=2` tries other texts. */
const wanted = Number(process.env.MARKUPS ?? 3_000)
const seed = Number(process.env.SEED ?? 1)

type Work = (html: string, rules: RichTextRules) => string

/** Returns the result of `work` for a text, and all calls of its rules, as JSON text. */
function outcome(work: Work, html: string, level: number): string {
  const asked: unknown[] = []
  const captureOutput = <T>(name: string, of: unknown, answer: T): T => {
    asked.push([name, of])
    return answer
  }
  const rules: RichTextRules = {
    link: (href) =>
      captureOutput('link', href, /unsafe|^\s/.test(href) ? undefined : href.startsWith('#') ? `#c-${href}` : href),
    picture: (image) => captureOutput('picture', image, `<img alt="$& ${image.alt.length}" data-ours="0" />`),
    video: (video) => captureOutput('video', video, `<a>${video.title}</a>`),
    videoHosts: ['player.example'],
    ...(level > 1 && {
      shown: {
        ids: new Set(),
        level,
        hyphenate: (text) => captureOutput('words', text, text.replaceAll('long', 'lo\u00adng')),
        onSkippedLevel: (heading) => captureOutput('skipped', heading, undefined),
      },
    }),
  }
  try {
    return JSON.stringify([work(html, rules), asked])
  } catch (error) {
    return JSON.stringify([String(error), asked])
  }
}

/** Returns undefined if both functions return the same for a text and call the rules in the same way. */
function difference(html: string, level: number): unknown {
  const sanitised = outcome(sanitizeMarkup, withoutEmptyElements(decodeCharacters(html)), level)
  const ours = outcome(sanitizeRichText, html, level)
  return ours === sanitised ? undefined : { html, level, ours, sanitised }
}

/** Elements in which browsers do not decode character references. */
const ofRawText = /<(?:iframe|noembed|noframes|noscript|plaintext|script|style|xmp)/i

/** An unfinished tag at the end of a text: browsers drop it, and the sanitiser shows the rest of it. */
const openTag = /<[^<>]*$/

/** Returns the sanitiser's markup for a text. */
const shownBy = (html: string): unknown => JSON.parse(outcome(sanitizeMarkup, html, 1))[0]

/** Returns the names in the parts of a text: tags, and attributes with their tag. */
function namesIn(html: string): string[] {
  return (readCleanMarkup(decodeCharacters(html)) ?? []).flatMap((part) =>
    typeof part === 'object' && 'tag' in part
      ? [part.tag, ...Object.keys(part.attributes).map((name) => `${part.tag} ${name}`)]
      : [],
  )
}

it(`reads clean markup as the sanitiser does, in ${wanted} texts`, { timeout: 300_000 + wanted * 10 }, () => {
  const next = randomMarkup(seed)
  const seen = new Set<string>()
  let clean = 0
  for (let count = 0; count < wanted; count += 1) {
    const html = next()
    const level = 1 + (count % 4)
    const found = difference(html, level)
    if (found) expect(found).toBeUndefined()
    if (level === 1 && !ofRawText.test(html) && !openTag.test(html))
      expect(shownBy(decodeCharacters(html))).toBe(shownBy(html))
    const names = namesIn(html)
    if (names.length > 0) clean += 1
    for (const name of names) seen.add(name)
  }
  expect(clean / wanted).toBeGreaterThan(0.25)
  const named = Object.entries(richTextAttributes).flatMap(([tag, names]) =>
    tag === '*' ? [] : names.map((name) => `${tag} ${name}`),
  )
  expect([...richTextTags, ...named].filter((name) => !seen.has(name))).toEqual([])
})

const outer: Record<string, string> = {
  li: 'ul',
  'dt dd': 'dl',
  'caption thead tbody tfoot tr': 'table',
  'td th': 'table tr',
}

it('reads every element in every other as the sanitiser does', () => {
  for (const parent of richTextTags) {
    const [, around = ''] = Object.entries(outer).find(([tags]) => tags.split(' ').includes(parent)) ?? []
    const open = [...around.split(' '), parent].filter(Boolean)
    for (const child of richTextTags) {
      const html = [...open, child].reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, 'a')
      const after = `${html}<${parent}><${child}>b</${child}>c<${child}></${parent}>`
      expect([difference(html, 1), difference(after, 2)]).toEqual([undefined, undefined])
    }
  }
})

it.each([
  ['R & D', '<p>R & D</p>'],
  ['comments', '<!-- wp:list {"a-b":1} --><ul><li>a</li></ul><!-- /wp:list -->'],
  ['fields of an address', '<p><a href="/x?a=1&b=2&amp;copy=3">a</a></p>'],
])('reads %s without the sanitiser', (_, html) => {
  expect(readCleanMarkup(html)).toBeDefined()
  expect(difference(html, 1)).toBeUndefined()
})

it.each(['<!-- a', '<!-->a-->', '<!-- a--!>-->', '<!-- <p> -->', '<p class="a&copy">a</p>', 'a &copy b'])(
  'leaves %s to the sanitiser',
  (html) => {
    expect(readCleanMarkup(html)).toBeUndefined()
  },
)
