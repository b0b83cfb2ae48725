import sanitize from 'sanitize-html'

export type RichTextRules = {
  /** The safe form of an address, or nothing when the link must go. */
  link: (href: string) => string | undefined
  /** Markup of a picture, made by us. */
  picture: (image: { url: string; alt: string }) => string
  /** Markup that stands for an embedded video, made by us; the frame of a host that is not listed goes. */
  video: (video: { url: string; title: string }) => string
  videoHosts: string[]
}

/** Ids of editors get this prefix, so that they never meet ours. */
export const editorsIdPrefix = 'c-'

const allowedTags = [
  ...[
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'cite',
    'pre',
    'code',
    'hr',
    'br',
  ],
  ...[
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'small',
    'mark',
    'q',
    'abbr',
    'time',
    'sup',
    'sub',
    'span',
    'div',
    'a',
    'img',
  ],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'details', 'summary'],
]

/**
 * Editors' HTML as markup that is safe to show: an allow-list of elements and attributes, addresses checked, ids prefixed,
 * `h1` lowered to `h2`, pictures and videos replaced by ours. What is dropped keeps its text where it is text.
 */
export function sanitizeRichText(html: string, rules: RichTextRules): string {
  const ours: string[] = []
  const placeholderOf = (markup: string): sanitize.Tag => ({
    tagName: 'img',
    attribs: { 'data-ours': String(ours.push(markup) - 1) },
  })
  const clean = sanitize(html, {
    allowedTags,
    allowedAttributes: {
      '*': ['class', 'id', 'lang', 'dir'],
      a: ['href', 'target', 'rel', 'title'],
      img: ['data-ours'],
      ol: ['start', 'reversed', 'type'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      time: ['datetime'],
      details: ['open'],
    },
    parseStyleAttributes: false, // none is allowed
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit: 100,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName: tagName === 'h1' ? 'h2' : tagName, attribs: withPrefixedId(attribs) }),
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs, rules) }),
      img: (_, attribs) =>
        placeholderOf(attribs.src ? rules.picture({ url: attribs.src, alt: attribs.alt ?? '' }) : ''),
      iframe: (_, attribs) => placeholderOf(videoMarkup(attribs, rules)),
    },
  })
  return clean.replaceAll(/<img data-ours="(\d+)" \/>/g, (_, index) => ours[Number(index)] ?? '')
}

/** Addresses of the pictures in editors' HTML. */
export function picturesIn(html: string): string[] {
  if (!/<img\b/i.test(html)) return []
  const urls: string[] = []
  sanitizeRichText(html, {
    link: () => undefined,
    picture: ({ url }) => String(urls.push(url)),
    video: () => '',
    videoHosts: [],
  })
  return urls
}

function withPrefixedId(attribs: sanitize.Attributes): sanitize.Attributes {
  return attribs.id ? { ...attribs, id: `${editorsIdPrefix}${attribs.id}` } : attribs
}

function linkAttributes(
  { href, target, rel: _rel, ...rest }: sanitize.Attributes,
  rules: RichTextRules,
): sanitize.Attributes {
  const safe = href && rules.link(href)
  if (!safe) return rest
  return { ...rest, href: safe, ...(target === '_blank' && { target, rel: 'noopener' }) }
}

function videoMarkup(attribs: sanitize.Attributes, { videoHosts, video }: RichTextRules): string {
  const url = URL.parse(attribs.src?.startsWith('//') ? `https:${attribs.src}` : (attribs.src ?? ''))
  const isAllowed = url?.protocol === 'https:' && videoHosts.includes(url.host)
  return isAllowed ? video({ url: url.href, title: attribs.title?.trim() ?? '' }) : ''
}
