import { expect, it } from 'vitest'
import { wellNested } from './well-nested.ts'

it.each([
  ['<p>a</p><ul><li>b</li></ul>', '<p>a</p><ul><li>b</li></ul>'],
  ['<li>a</li> <li>b</li><p>c</p><li>d', '<ul><li>a</li> <li>b</li></ul><p>c</p><ul><li>d</li></ul>'],
  ['<div><li>a<li>b</li></div>', '<div><ul><li>a</li><li>b</li></ul></div>'],
  ['<ol><li>a<div><li>b</li></div></li></ol>', '<ol><li>a<div></div></li><li>b</li></ol>'],
  ['<ol><li>a<ul><li>b</ul></ol>', '<ol><li>a<ul><li>b</li></ul></li></ol>'],
  ['<td>a</td><p>b</p>', 'a<p>b</p>'],
  ['<a><table><a>b</a></table></a>', '<a></a><a>b</a><table></table>'],
  ['<b id="c-x">a<p>b</b>c</p>', '<b id="c-x">a</b><p><b>b</b>c</p>'],
  ['<pre>\na</pre><li>b', '<pre>a</pre><ul><li>b</li></ul>'],
])('nests %j so that nothing in it closes the element around it', (markup, nested) => {
  expect(wellNested(markup)).toBe(nested)
})

it('nests text in time proportional to its length', () => {
  expect(wellNested('<li>a</li>b'.repeat(150_000))).toBe('<ul><li>a</li></ul>b'.repeat(150_000))
})
