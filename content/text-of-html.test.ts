import { expect, it } from 'vitest'
import { textOfHtml } from './text-of-html.ts'

it.each([
  ['<p>One</p><p>two</p>three<br>four', 'One two three four'],
  ['<p>t<b>og</b>e<i>th</i>er, <q>so</q>, <kbd>F1</kbd>.</p>', 'together, so, F1.'],
  ['<style>p{}</style>seen<script>unseen()</script>', 'seen'],
  ['a &lt; b &amp;\n\n c', 'a < b & c'],
  ['one<div>two</div>three<ul><li>four<ul><li>five</li></ul></li></ul>', 'one two three four five'],
  [' plain  words ', 'plain words'],
  ['<p>a<!-- b --><template>c</template></p><ul><li>d<li>e</ul>', 'a d e'],
])('reads %j as %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

it('reads elements that are nested deeper than calls can be', () => {
  expect(textOfHtml(`${'<b>'.repeat(20_000)}deep</b> down`)).toBe('deep down')
})
