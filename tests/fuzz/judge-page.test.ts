import { expect, it } from 'vitest'
import { emptyVocabulary, faultsOf, faultsOfCopy, learn } from './judge-page.ts'

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'self'">${head}<script type="module" src="/assets/main-ABCDEFGH.js"></script></head><body data-template="home"><main class="main"><form action="/search"><input type="search"></form><div class="rich-text">${body}</div></main></body></html>`

const known = emptyVocabulary()
learn(
  page('<p>Words <a href="/about">about</a></p><picture class="picture"><img src="/assets/a.png" alt=""></picture>'),
  known,
)

it.each([
  '<script>alert(1)</script>',
  '<script type="module" src="/assets/main-ABCDEFGH.js">alert(1)</script>',
  '<script type="module" src="//e.example/x.js"></script>',
  '<script type="application/ld+json">{"a": </script>',
  '<p onclick="alert(1)">x</p>',
  '<img src="/assets/a.png" alt="" onerror="alert(1)">',
  '<svg onload="alert(1)"></svg>',
  '<svg><script href="data:,alert(1)"></script></svg>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe srcdoc="x"></iframe>',
  '<object data="x"></object>',
  '<embed src="x">',
  '<base href="//e.example">',
  '<meta http-equiv="refresh" content="0;url=//e.example">',
  '<link rel="stylesheet" href="//e.example/x.css">',
  '<style>a{}</style>',
  '<p style="position:fixed">x</p>',
  '<form action="/search"><p><input type="search"></p></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#1;JavaScript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="/\\e.example">x</a>',
  '<a href="/\t/e.example">x</a>',
  '<a href="https://e.example" target="top">x</a>',
  '<img src="data:image/svg+xml,x" alt="">',
  '<template><script>alert(1)</script></template>',
  '<noscript><img src=x onerror=alert(1)></noscript>',
  '</div></main><x-y></x-y>',
])('finds markup that does not belong in a page: %s', (markup) => {
  expect(faultsOf(page(markup), known)).not.toEqual([])
})

it.each([
  '<p class="a" id="c-b" lang="pl">x</p>',
  '<ul><li><a href="https://e.example/?a=1#b" target="_blank" rel="noopener">x</a></li></ul>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt; javascript:alert(1)</p>',
  '<td><picture class="picture"><img src="/assets/a.png" alt="javascript:x"></picture></td>',
])('accepts markup that editors may write: %s', (markup) => {
  expect(faultsOf(page(markup), known)).toEqual([])
})

it('finds another policy, and handlers of the document itself', () => {
  expect(faultsOf(page('', '<meta http-equiv="Content-Security-Policy" content="x">'), known)).not.toEqual([])
  expect(faultsOf(page('<body onload="alert(1)">'), known)).not.toEqual([])
})

it('finds faults that only appear when a browser serialises the page', () => {
  const markup = '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>'
  expect(faultsOf(page(markup), known).join()).not.toContain('onerror')
  expect(faultsOfCopy(page(markup), known).join()).toContain('onerror')
})
