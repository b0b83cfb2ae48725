import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'
import type { Heading } from '#blocks/_shared/reader.ts'
import { editorsIdPrefix, shownId } from '#blocks/_shared/rich-text/editors-ids.ts'
import { levelHeadings, type SkippedLevel } from '#blocks/_shared/rich-text/level-headings.ts'
import { replacedTags, richTextAttributes, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { SiteError } from '#content/finding.ts'
import { ownText } from '#content/own-text.ts'
import { decodeCharacters } from './decode-characters.ts'
import { type Attributes, type MarkupPart, maxShownLevels, readCleanMarkup } from './read-clean-markup.ts'
import { tagByStyle } from './tag-by-style.ts'
import { wellNested } from './well-nested.ts'
import { withoutEmptyElements } from './without-empty-elements.ts'
import { withoutWrongValues } from './without-wrong-values.ts'

export type RichTextRules = {
  /** Returns the safe form of an address, or undefined if the link must be left out. */
  link: (href: string) => string | undefined
  /** Returns our own markup for a picture. `width` is the width in px that the editor wants. */
  picture: (image: { url: string; alt: string; width?: number }) => string
  /** Returns our own markup for an embedded video. A frame of a host that is not in `videoHosts` is left out. */
  video: (video: { url: string; title: string }) => string
  videoHosts: string[]
  /** Called for an element that is left out: its tag, and the address of what it would show, or ''. */
  onLost?: (tag: string, address: string) => void
  /** Where the text is shown in a page. Without it words and headings stay as written, but `h1` becomes `h2`. */
  shown?: ShownText
}

/** How rich text fits into the page around it. */
export type ShownText = {
  /** Level of the highest heading of the text, 2 to 4. */
  level: number
  /** The ids in earlier texts of the page. The ids of this text are added. */
  ids: Set<string>
  hyphenate: (text: string, heading?: Heading) => string
  /** Called for the first heading that skips a level. All headings are shown one level below the one they belong to. */
  onSkippedLevel: (heading: SkippedLevel) => void
}

/** The deepest level of nesting, including dropped elements. The deeper an element is, the longer the parser takes. */
const maxLevels = 5000

/**
 * Turns editors' HTML into markup that is safe to show: only allowed elements and attributes, checked addresses,
 * prefixed ids, headings below the page's own, and our markup for pictures and videos. The words of a dropped element
 * stay. Throws a `TooDeepError` if elements are nested too deep.
 */
export function sanitizeRichText(html: string, rules: RichTextRules): string {
  const meant = withoutEmptyElements(decodeCharacters(html))
  const parts = readCleanMarkup(meant)
  return parts ? writeMarkup(parts, rules) : sanitizeMarkup(meant, rules)
}

/** Writes clean markup by the rules. `sanitizeMarkup` would give the same result, but take ten times as long. */
function writeMarkup(parts: MarkupPart[], rules: RichTextRules): string {
  const text = startText(rules)
  const names: string[] = []
  let markup = ''
  for (const part of parts) {
    if (part === 'close') {
      markup += `</${names.pop()}>`
      text.close()
    } else if ('words' in part) markup += text.words(part.words)
    else {
      const { tag, isVoid, attributes } = part
      text.open(tag, attributes)
      if (tag === 'img') markup += pictureMarkup(attributes, rules)
      else {
        const { tagName, attribs } = text.shownAs(tag, tag === 'a' ? linkAttributes(attributes, rules) : attributes)
        markup += `<${tagName}`
        for (const [name, value] of Object.entries(attribs)) markup += ` ${name}="${escapeValue(value)}"`
        markup += isVoid ? ' />' : '>'
        if (!isVoid) names.push(tagName)
      }
      if (isVoid) text.close()
    }
  }
  return withShownLevels(withoutEmptyElements(markup), rules) // dropped content may have left elements empty
}

const requireByNode = createRequire(import.meta.url)

/** Sanitises any markup by the rules. Tests compare the results of `sanitizeRichText` with it. */
export function sanitizeMarkup(html: string, rules: RichTextRules): string {
  const sanitizer: typeof sanitize = requireByNode('sanitize-html') // slow to load, and most markup is clean
  const ours: string[] = []
  const text = startText(rules)
  const placeholderOf = (markup: string): sanitize.Tag => ({
    tagName: 'img',
    attribs: { 'data-ours': String(ours.push(markup) - 1) },
  })
  const clean = sanitizer(withClosedHeadings(html), {
    allowedTags: [...richTextTags, 'h1'],
    allowedAttributes: { ...richTextAttributes, img: ['data-ours'] },
    parseStyleAttributes: false, // no style is allowed
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit: maxShownLevels,
    onOpenTag: text.open,
    onCloseTag: text.close,
    textFilter: text.words,
    transformTags: {
      ...replacedTags,
      ...reporting(rules),
      '*': text.shownAs,
      b: (tag, attribs) => ({ tagName: tagByStyle(tag, attribs.style), attribs }),
      span: (tag, attribs) => ({ tagName: tagByStyle(tag, attribs.style), attribs }),
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs, rules) }),
      img: (_, attribs) => placeholderOf(pictureMarkup(attribs, rules)),
      iframe: (_, attribs) => placeholderOf(videoMarkup(attribs, rules)),
    },
  })
  const whole = wellNested(withoutEmptyElements(clean)).replaceAll(
    /<img data-ours="(\d+)"(?: \/)?>/g,
    (_, at) => ours[Number(at)] ?? '',
  )
  return withShownLevels(withoutEmptyElements(whole), rules)
}

/** Elements that show more than their words, and that pages do not show. */
const lostTags = ['audio', 'embed', 'form', 'object', 'oembed', 'script', 'svg', 'video']

/** Reports the elements of `lostTags`. What is shown of them stays the same. */
function reporting({ onLost }: RichTextRules): Record<string, sanitize.Transformer> {
  const report: sanitize.Transformer = (tag, attribs) => {
    onLost?.(tag, attribs.src ?? attribs.data ?? attribs.url ?? attribs.action ?? '')
    return { tagName: replacedTags[tag] ?? tag, attribs }
  }
  return Object.fromEntries(lostTags.map((tag) => [tag, report]))
}

/** Gives the headings of safe markup their levels in the page. Expects no empty headings, because they would count. */
function withShownLevels(markup: string, { shown }: RichTextRules): string {
  const levelOf = shown ? levelHeadings({ ...shown, highest: shown.level }) : (level: number) => Math.max(2, level)
  const open: number[] = []
  return markup.replaceAll(/<(\/?)h([1-6])(?=[ >])/g, (_, slash, written) => {
    if (slash) return `</h${open.pop()}`
    const level = levelOf(Number(written))
    open.push(level)
    return `<h${level}`
  })
}

/** Closes each heading as browsers do: the closing tag of any level closes the innermost heading. */
function withClosedHeadings(html: string): string {
  const open: string[] = []
  return html.replaceAll(/<(\/?)h([1-6])\b/gi, (tag, slash, level) => {
    if (slash) return `</h${open.pop() ?? level}`
    open.push(level)
    return tag
  })
}

class TooDeepError extends SiteError {
  constructor() {
    const message = `A text has HTML that is nested more than ${maxLevels} elements deep.`
    super({ code: 'render-failed', message, hint: 'Close the elements of this text at the service.' })
  }
}

/** Decides how the elements and words of a text are shown. Call its functions in the order of the text. */
function startText({ shown }: RichTextRules) {
  // How the words of each open element are shown.
  const open: ('nothing' | 'as written' | 'heading' | 'text')[] = []
  const ids = shown?.ids ?? new Set<string>()
  return {
    open(tag: string, { lang }: Attributes) {
      if (open.length === maxLevels) throw new TooDeepError()
      const around = open.at(-1) ?? 'text'
      // Browsers never show the words in a frame, such as "Loading…".
      if (around === 'nothing' || tag === 'iframe') return void open.push('nothing')
      const isWritten = around === 'as written' || unbroken.includes(tag) || lang !== undefined
      open.push(isWritten ? 'as written' : headingTag.test(tag) ? 'heading' : around)
    },
    close: () => void open.pop(),
    words: (text: string) => {
      const inside = open.at(-1)
      if (inside === 'nothing') return ''
      return !shown || inside === 'as written' ? text : shown.hyphenate(text, inside === 'heading' ? 'h2' : undefined)
    },
    shownAs: (tagName: string, attribs: Attributes) => ({
      tagName,
      attribs: withOwnId(withoutWrongValues(attribs), ids),
    }),
  }
}

/** Attributes with the id as pages have it. A repeated id is left out, because links point to the first element. */
function withOwnId(attribs: Attributes, ids: Set<string>): Attributes {
  const { id: written, ...rest } = attribs
  if (written === undefined) return attribs
  const id = shownId(written)
  if (id === editorsIdPrefix || ids.has(id)) return rest
  ids.add(id)
  return { ...attribs, id }
}

const headingTag = /^h[1-6]$/

/** Elements whose words get no soft hyphens, because visitors copy them. */
const unbroken = ['code', 'kbd', 'pre']

/** The addresses of the pictures in editors' HTML. If elements are nested too deep, only those before that place. */
export function picturesIn(html: string): string[] {
  if (!/<img\b/i.test(html)) return []
  const urls: string[] = []
  try {
    sanitizeRichText(html, {
      link: () => undefined,
      picture: ({ url }) => String(urls.push(ownText(url))),
      video: () => '',
      videoHosts: [],
    })
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error // the page that shows the text reports it
  }
  return urls
}

/** How the address of a link may start. */
const linkStart = /^(?:https?:|mailto:|tel:|[/#?])/

/**
 * The attributes of a link. A `name` becomes an id, because word processors mark the targets of links by it. A phone
 * number runs from left to right on right-to-left pages too.
 */
function linkAttributes(attribs: Attributes, rules: RichTextRules): Attributes {
  const { href, target, rel: _rel, name, ...rest } = withoutWrongValues(attribs)
  if (name) rest.id ??= name
  const safe = href && rules.link(href)
  if (!safe || !linkStart.test(safe)) return rest
  if (safe.startsWith('tel:')) rest.dir ??= 'auto'
  return { ...rest, href: safe, ...(target === '_blank' && { target, rel: 'noopener' }) }
}

function escapeValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function pictureMarkup({ src, alt = '', width = '' }: Attributes, { picture, onLost }: RichTextRules): string {
  const [, wanted] = /^([1-9]\d{0,3})(?:px)?$/.exec(width.trim()) ?? []
  if (src) return picture({ url: src, alt, ...(wanted && { width: Number(wanted) }) })
  onLost?.('img', '')
  return ''
}

function videoMarkup(attribs: Attributes, { videoHosts, video, onLost }: RichTextRules): string {
  const url = URL.parse(attribs.src?.startsWith('//') ? `https:${attribs.src}` : (attribs.src ?? ''))
  const isAllowed = url?.protocol === 'https:' && videoHosts.includes(url.host)
  if (isAllowed) return video({ url: url.href, title: attribs.title?.trim() ?? '' })
  onLost?.('iframe', attribs.src ?? '')
  return ''
}
