import { describe, expect, it } from 'vitest'
import { heldMemory } from '#tests/fixtures/held-memory.ts'
import { picturesIn, sanitizeRichText } from './rich-text.ts'

const clean = (html: string) =>
  sanitizeRichText(html, {
    link: (href) =>
      /^#./.test(href) ? `#c-${href.slice(1)}` : /^(https?:|mailto:|tel:|\/)/.test(href) ? href : undefined,
    picture: ({ url, alt }) => `[picture ${url} ${alt}]`,
    video: ({ url, title }) => `[video ${url} ${title}]`,
    videoHosts: ['player.example'],
  })

describe('keeps', () => {
  it.each([
    '<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5><h6>e</h6>',
    '<p>a<br />b</p><hr />',
    '<ul><li>a</li></ul><ol start="3" reversed="" type="A"><li>b</li></ol>',
    '<ol><li value="7">a</li></ol><dl><dt>a</dt><dd>b</dd></dl>',
    '<blockquote>a<cite>b</cite></blockquote><pre><code>c</code></pre>',
    '<p><strong>a</strong><b>b</b><em>c</em><i>d</i><u>e</u><s>f</s><small>g</small><mark>h</mark><q>i</q></p>',
    '<p>Press <kbd>Ctrl</kbd>, <abbr title="Global Positioning System">GPS</abbr> <del datetime="2026-10-28">was</del> <ins>is</ins></p>',
    '<p>x<sup>2</sup>y<sub>3</sub><abbr>z</abbr><time datetime="2026-10-28">t</time></p>',
    '<table><caption>a</caption><thead><tr><th scope="col" colspan="1000">b</th></tr></thead><tbody><tr><td rowspan="2">c</td></tr></tbody></table>',
    '<details open=""><summary>a</summary>b</details>',
    '<figure>a<figcaption>b</figcaption></figure>',
    '<p class="a b" lang="en" dir="ltr">a</p>',
    '<a title="t" href="/about">a</a>',
    '<a href="mailto:a@example.com">a</a><a dir="ltr" href="tel:+48">b</a>',
    'żółw 🚚 &amp; &lt;b&gt;',
  ])('%s', (html) => {
    expect(clean(html)).toBe(html)
  })
})

it('separates words that were in separate elements', () => {
  expect(clean('<section>a</section><section id="b">b</section>')).toBe('<div>a</div><div id="c-b">b</div>')
  expect(clean('a<address>b</address><center><h3>c</h3></center>d')).toBe('a<div>b</div><div><h3>c</h3></div>d')
  expect(clean('<p>a<article>b</article>')).toBe('<p>a</p><div>b</div>')
  expect(clean('<form>a</form><dialog open>b</dialog><search>c</search>')).toBe('<div>a</div><div>b</div><div>c</div>')
  expect(clean('<fieldset><legend>a</legend>b</fieldset>')).toBe('<div><div>a</div>b</div>')
  expect(clean('<menu><li>a<li>b</menu><listing>c\n d</listing>')).toBe('<ul><li>a</li><li>b</li></ul><pre>c\n d</pre>')
  expect(clean('<section> <p></p></section>')).toBe('<div> <p></p></div>')
})

it('keeps blank lines at the start of code, of which parsers skip one, in well-nested text or not', () => {
  expect(clean('<pre>\n\na</pre>')).toBe('<pre>\n\na</pre>')
  expect(clean('<pre>\n\na</pre><ul><li><div><li>b</ul>')).toBe(
    '<pre>\n\na</pre><ul><li><div></div></li><li>b</li></ul>',
  )
})

it('writes phone numbers from left to right, by their own characters', () => {
  expect(clean('<a href="tel:+4812345">+48 12 345</a>')).toBe('<a dir="auto" href="tel:+4812345">+48 12 345</a>')
  expect(clean('<a href="tel:+48" dir="none">+48</a>')).toBe('<a dir="auto" href="tel:+48">+48</a>')
})

describe('makes harmless', () => {
  it.each([
    ['<script>alert(1)</script>a', 'a'],
    ['<style>*{}</style>a', 'a'],
    ['<p onclick="x()" style="color:red" data-x="1">a</p>', '<p>a</p>'],
    ['<a href="javascript:x">a</a>', '<a>a</a>'],
    ['<a href="java&#10;script:x">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<a href="/b" target="_blank" rel="opener">a</a>', '<a href="/b" target="_blank" rel="noopener">a</a>'],
    ['<a href="/b" target="evil">a</a>', '<a href="/b">a</a>'],
    ['<a name="x" ping="https://evil">a</a>', '<a id="c-x">a</a>'],
    ['<a name="x" id="y" href="/b">a</a>', '<a id="c-y" href="/b">a</a>'],
    ['<form action="/x"><input name="a"><button>b</button></form>', '<div>b</div>'],
    ['<textarea>a</textarea>b', 'b'],
    ['<object data="x">a</object><embed src="y">', 'a'],
    ['<svg><script>x</script><text>a</text></svg>', 'a'],
    ['<svg onload="x"><a xlink:href="javascript:x">a</a></svg>', '<a>a</a>'],
    ['<math><mi xlink:href="javascript:x">a</mi></math>', 'a'],
    ['<marquee>a</marquee><blink>b</blink>', 'ab'],
    ['<base href="https://evil"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a', 'a'],
    ['<video src="x" onerror="y">a</video>', 'a'],
    ['<h1>a</h1>', '<h2>a</h2>'],
    ['<!-- <b>a</b> -->c', 'c'],
    ['<html><body><p>a</p></body></html>', '<p>a</p>'],
    ['<p>a', '<p>a</p>'],
    ['<p id=" a  b ">a</p>', '<p id="c-a-b">a</p>'],
    ['<p id=" ">a</p>', '<p>a</p>'],
    [
      '<p lang="en us" dir="up">a</p><ol start="x" type="circle"><li value="1.5">b</li></ol>',
      '<p>a</p><ol><li>b</li></ol>',
    ],
    [
      '<table><tr><td colspan="0" rowspan="many" class="a">b</td><th scope="all">c</th></tr></table>',
      '<table><tr><td class="a">b</td><th>c</th></tr></table>',
    ],
    ['a</div></b>b', 'ab'],
    ['<<b>a</b>', '&lt;<b>a</b>'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['<p title="&quot;><script>x</script>">a</p>', '<p>a</p>'],
    ['<time datetime="&quot; onx=&quot;y">a</time>', '<time datetime="&quot; onx=&quot;y">a</time>'],
  ])('%s', (html, expected) => {
    expect(clean(html)).toBe(expected)
  })

  it('survives deep nesting', () => {
    const deep = `${'<div>'.repeat(5000)}words${'</div>'.repeat(5000)}`
    expect(clean(deep)).toContain('words')
  })
})

describe('in a page', () => {
  const shown = (html: string, level = 2) => {
    const skipped: string[] = []
    const markup = sanitizeRichText(html, {
      ...{ link: (href) => href, picture: () => '[picture]', video: () => '', videoHosts: [] },
      shown: {
        ids: new Set(),
        level,
        hyphenate: (text, heading) => text.replaceAll('long', heading ? 'l-ong' : 'lo-ng'),
        onSkippedLevel: ({ written, next }) => skipped.push(`${written} for ${next}`),
      },
    })
    return { levels: [...markup.matchAll(/<h(\d)/g)].map(([, found]) => found).join(''), skipped, markup }
  }
  const headings = (levels: string) => [...levels].map((level) => `<h${level} class="x">${level}</h${level}>`).join('')

  it.each([
    ['2332', 2, '2332', []],
    ['2332', 3, '3443', []],
    ['1', 2, '2', []],
    ['3', 3, '3', []],
    ['3', 2, '2', ['3 for 2']],
    ['33', 2, '22', ['3 for 2']],
    ['24', 2, '23', ['4 for 3']],
    ['35', 3, '34', ['5 for 4']],
    ['2424', 4, '4545', ['4 for 3']],
    ['42', 2, '22', ['4 for 2']],
    ['23456', 4, '45666', []],
  ])('headings %s below level %i are %s', (written, level, levels, skipped) => {
    expect(shown(headings(written), level)).toMatchObject({ levels, skipped })
  })

  it.each([
    '<h3></h3>',
    '<h3 class="x"> &nbsp;<br></h3>',
    '<H3><font><br /></font></H3>',
    '<h3 style="color: red">\u200b</h3>',
    '<h3><strong class="x"><br></strong><em> <span style="a">&nbsp;</span></em></h3>',
    '<h3>&shy;\u2060</h3>',
    '<h3><a href="/x"></a></h3>',
    '<h3><strong><a href="/x?id=1" target="_blank"><br> </a></strong></h3>',
    '<a href="/x"><h3><img></h3></a>',
    '<h3><sup></sup><a href="/x"><code> </code></a></h3>',
  ])('a heading without text is not a heading: %s', (empty) => {
    expect(shown(`<h2>a</h2>${empty}<h3>b</h3>`).markup).toBe('<h2>a</h2><h3>b</h3>')
  })

  it.each(['<h2><br></h2>', '<h2></h2><h3>&nbsp;</h3>', '<h3><img></h3>'])(
    'texts around an empty heading stay separate: %s',
    (empty) => {
      expect(shown(`a${empty}b`).markup).toBe('a<br />b')
      expect(shown(`<b>a</b>${empty}<a href="/x">b</a>`).markup).toContain('<b>a</b><br /><a ')
      expect(shown(`<p>a</p>${empty}b`).markup).toBe('<p>a</p>b')
    },
  )

  it.each([
    '<h3><img></h3>',
    '<h3><script>x</script></h3>',
    '<h3><iframe src="/x"></iframe></h3>',
    '<h3><object></object></h3>',
    '<h3><center><p>&nbsp;</p></center></h3>',
  ])('a heading of which nothing can be shown skips no level: %s', (lost) => {
    const { markup, skipped } = shown(`<h2>a</h2>${lost}<h4>b</h4><h1>c</h1>`)
    expect([markup, skipped]).toEqual(['<h2>a</h2><h3>b</h3><h2>c</h2>', ['4 for 3']])
  })

  it('a heading with a picture or an anchor is a heading', () => {
    expect(shown('<h2><img src="/a.png"></h2><h2 id="x"></h2><h2><b id="y"></b></h2>').markup).toBe(
      '<h2>[picture]</h2><h2 id="c-x"></h2><h2><b id="c-y"></b></h2>',
    )
  })

  it('a heading closes with the level it opened with', () => {
    expect(shown('<h4>a<em>b</em></h4><p>c</p>').markup).toBe('<h2>a<em>b</em></h2><p>c</p>')
  })

  it('words are hyphenated, except text to copy, of another language, or in attributes', () => {
    expect(shown('<p title="long">long <em>long</em><br>long &amp; <a href="/long">long</a></p>').markup).toBe(
      '<p>lo-ng <em>lo-ng</em><br />lo-ng &amp; <a href="/long">lo-ng</a></p>',
    )
    expect(shown('<h2>long <em>long</em></h2><p>long</p>').markup).toBe('<h2>l-ong <em>l-ong</em></h2><p>lo-ng</p>')
    const kept =
      '<pre>long <span>long</span></pre><p><code>long</code><kbd>long</kbd><span lang="fr">long <b>long</b></span></p>'
    expect(shown(kept).markup).toBe(kept)
    expect(shown(`<pre>long<img src="/long.png">long</pre><object>long</object>long`).markup).toBe(
      '<pre>long[picture]long</pre>lo-nglo-ng',
    )
  })
})

describe('ids', () => {
  it('get a prefix, and links inside the text follow', () => {
    expect(clean('<h2 id="part">a</h2><a id="b" href="#part">c</a>')).toBe(
      '<h2 id="c-part">a</h2><a id="c-b" href="#c-part">c</a>',
    )
  })

  it('are kept once per text, in the first element', () => {
    expect(clean('<p id="a">1</p><p id="a" class="x">2</p><a name="a">3</a><mark><b id="a">4</b></mark>')).toBe(
      '<p id="c-a">1</p><p class="x">2</p><a>3</a><mark><b>4</b></mark>',
    )
  })

  it('a heading in a list inside another one is closed first, and contains nothing that follows', () => {
    const written = '<h3>a<ul><li><h4>b</h4></li></ul></h3><table><tbody><tr><td>c</td></tr></tbody></table>'
    // With the unknown element the markup goes through the sanitiser.
    for (const more of ['', '<x></x>']) expect(clean(`${more}${written}`)).toBe(written)
  })

  it('an empty heading inside another one is dropped, even if neither is closed', () => {
    expect(clean('<h6><mark><h2>')).toBe('')
  })

  it('an empty fragment is not a link', () => {
    expect(clean('<a href="#">a</a>')).toBe('<a>a</a>')
  })
})

describe('links', () => {
  it.each([
    ['<p>a<a href="/x"> </a>b</p>', '<p>a b</p>'],
    ['<p>a<a class="x" href="/x?id=1&name=2"><b>\u200b</b></a></p>', '<p>a<b>\u200b</b></p>'],
    ['<p style="color: red">a<A HREF="/x"><script>b</script></A></p>', '<p>a</p>'],
    ['<p>a<a href="/x"><img></a></p>', '<p>a</p>'],
    ['<ul><li><div>a<li><a href="/x">&nbsp;<img></a></div></ul>', '<ul><li><div>a</div></li><li>&nbsp;</li></ul>'],
  ])('without text or picture are dropped: %s', (html, left) => {
    expect(clean(html)).toBe(left)
  })

  it.each([
    ['<a href="/x"><img src="/a.png"></a>', '<a href="/x">[picture /a.png ]</a>'],
    ['<a id="b" href="/x"></a>', '<a id="c-b" href="/x"></a>'],
    ['<a name="b"></a>', '<a id="c-b"></a>'],
    ['<abbr>a</abbr>', '<abbr>a</abbr>'],
  ])('with a picture, and anchors, are kept: %s', (html, left) => {
    expect(clean(html)).toBe(left)
  })
})

describe('pictures', () => {
  it('are rendered by us, with only the address and alternative text of the editor', () => {
    expect(clean('<p><img src="/a.png" alt="A" onerror="x" srcset="y" style="z"></p>')).toBe(
      '<p>[picture /a.png A]</p>',
    )
    expect(clean('<img src="/a.png">')).toBe('[picture /a.png ]')
    expect(clean('a<img alt="A">b')).toBe('ab')
  })

  it.each([
    ['width="160"', 160],
    ['width=" 90px"', 90],
    ['width="50%"', undefined],
    ['width="0"', undefined],
    ['', undefined],
  ])('are as wide as the editor specifies in px: %s', (written, width) => {
    const wanted: unknown[] = []
    for (const broken of ['', '</i>'])
      sanitizeRichText(`<p><img src="/a.png" ${written}>${broken}</p>`, {
        ...{ link: () => undefined, video: () => '', videoHosts: [] },
        picture: (picture) => String(wanted.push(picture.width)),
      })
    expect(wanted).toEqual([width, width])
  })

  it('cannot be forged with our internal marks', () => {
    expect(clean('<img data-ours="0"><img src="/a.png">&lt;img data-ours="0" /&gt;')).toBe(
      '[picture /a.png ]&lt;img data-ours="0" /&gt;',
    )
    expect(clean(`<a title='<img data-ours="0" />'>a</a><img src="/a.png">`)).not.toContain('title="[picture')
  })

  it('are listed with the addresses that rendering requests', () => {
    expect(picturesIn('<p><img src="/a.png?x=1&amp;y=2"><IMG SRC="/b.png">&lt;img src="/c.png"&gt;</p>')).toEqual([
      '/a.png?x=1&y=2',
      '/b.png',
    ])
    expect(picturesIn('<p>no picture</p>')).toEqual([])
  })
})

describe('video frames', () => {
  it.each([
    ['https://player.example/v/1', '[video https://player.example/v/1 T]'],
    ['//player.example/v/1', '[video https://player.example/v/1 T]'],
    ['http://player.example/v/1', ''],
    ['https://player.example.evil/v/1', ''],
    ['https://player.example:8443/v/1', ''],
    ['https://user@evil.example/player.example', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['/v/1', ''],
    ['', ''],
  ])('of %j become %j', (src, markup) => {
    expect(clean(`<p>a<iframe src="${src}" title=" T " srcdoc="<script>x</script>"></iframe>b</p>`)).toBe(
      `<p>a${markup}b</p>`,
    )
  })
})

it('words in a frame, which browsers never show, are left out', () => {
  for (const host of ['player', 'forms'])
    expect(clean(`<p>a<iframe src="https://${host}.example/1">Loading…</iframe>b</p>`)).toMatch(
      /^<p>a(\[video [^\]]*\])?b<\/p>$/,
    )
})

it.each([
  ['<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">a <b>b</b></p></b>', 'a <b>b</b>'],
  ['<b style="font-weight:normal"><span>a</span></b>', '<span>a</span>'],
])('words that Google Docs wraps in a "b" are not bold: %s', (html, words) => {
  expect(clean(html)).toContain(words)
  expect(clean(html)).toMatch(/^<span/)
})

it.each([
  ['<b style="color: red">a</b>', '<b>a</b>'],
  ['<span style="color:#000;font-weight:700;font-style:normal">a</span>', '<strong>a</strong>'],
  ['<span style="font-weight: bold; font-style: italic" lang="en">a</span>', '<strong lang="en">a</strong>'],
  ['<span style="font-style:italic;font-weight:400">a <a href="/b">b</a></span>', '<em>a <a href="/b">b</a></em>'],
  ['<span style="font-weight:400">a</span>', '<span>a</span>'],
])('words are as bold and italic as their style says: %s', (html, markup) => {
  expect(clean(`<p>${html}</p>`)).toBe(`<p>${markup}</p>`)
})

it.each([
  ['<video src="/a.mp4"></video>', ['video', '/a.mp4']],
  ['<audio controls><source src="/a.mp3"></audio>', ['audio', '']],
  ['<object data="/a.pdf"><a href="/a.pdf">a</a></object>', ['object', '/a.pdf']],
  ['<embed src="/a.swf">', ['embed', '/a.swf']],
  [
    '<figure class="media"><oembed url="https://video.example/1"></oembed></figure>',
    ['oembed', 'https://video.example/1'],
  ],
  ['<form action="/subscribe"><input name="email"></form>', ['form', '/subscribe']],
  ['<script src="https://widgets.example/a.js"></script>', ['script', 'https://widgets.example/a.js']],
  ['<svg><circle r="5"/></svg>', ['svg', '']],
  ['<iframe src="https://other.example/1"></iframe>', ['iframe', 'https://other.example/1']],
  ['<p><img class="lazyload" data-src="/a.jpg"></p>', ['img', '']],
  ['<p><i>a<img alt="b"></p>', ['img', '']],
])('reports that %s is left out', (html, lost) => {
  const reported: string[][] = []
  sanitizeRichText(html, {
    ...{ link: (href) => href, picture: () => '', video: () => '', videoHosts: [] },
    onLost: (tag, address) => reported.push([tag, address]),
  })
  expect(reported).toEqual([lost])
})

it('refuses endless nesting, but finds the pictures before it', () => {
  const html = `<img src="/a.jpg">${'<b>'.repeat(1_000_000)}`
  expect(() => clean(html)).toThrow('nested more than 5000 elements deep')
  expect(picturesIn(html)).toEqual(['/a.jpg'])
})

it.each(['<p>', '<P>'])('returns addresses of pictures that do not keep their text in memory: %s', (tag) => {
  const texts = () =>
    Array.from({ length: 300 }, () => `${tag}<img src="/media/picture-of-a-lorry.jpg">${'word '.repeat(20_000)}</p>`)
  expect(heldMemory(() => texts().map(picturesIn))).toBeLessThan(3)
})

it('hyphenates complete words with letters written as references', () => {
  const texts: string[] = []
  const hyphenate = (text: string) => String(texts.push(text))
  const shown = { level: 2, ids: new Set<string>(), hyphenate, onSkippedLevel: () => undefined }
  const rules = { link: () => undefined, picture: () => '', video: () => '', videoHosts: [], shown }
  sanitizeRichText('<p style="color: red">za&zdot;&oacute;&lstrok;&cacute;</p>', rules)
  expect(texts).toEqual(['zażółć'])
})

it.each([
  ['<ul><li><div>a<li>b</li></div></li></ul>', '<ul><li><div>a</div></li><li>b</li></ul>'],
  ['<dl><dd><p>a<div>b<dd>c</dd></div></dd></dl>', '<dl><dd><p>a</p><div>b</div></dd><dd>c</dd></dl>'],
  ['<ul><li><div>a<img src="/a.png"><li>b</div></ul>', '<ul><li><div>a[picture /a.png ]</div></li><li>b</li></ul>'],
  ['<h2>a</h3><p>b</p><H3 id="c">c</h2 >d</h3>e', '<h2>a</h2><p>b</p><h3 id="c-c">c</h3>de'],
])('nests like browsers, so that nothing closes the element around it: %s', (html, nested) => {
  expect(clean(html)).toBe(nested)
})
