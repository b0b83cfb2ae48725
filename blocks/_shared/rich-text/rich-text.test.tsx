import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Html } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { RichText } from './rich-text.tsx'

const render = (html: string, sanitised = html) =>
  renderToStaticMarkup(<RichText below="h1" html={html as Html} reader={fakeReader({ html: () => sanitised })} />)

it('shows what the reader returns and nothing else', () => {
  expect(render('<p onclick="x()">Hi</p>', '<p>Hi</p>')).toBe('<div class="rich-text"><p>Hi</p></div>')
})

it('renders nothing when no text is left', () => {
  expect(render('<script>1</script>', ' ')).toBe('')
  expect(renderToStaticMarkup(<RichText below="h1" html={undefined} reader={fakeReader()} />)).toBe('')
})

it.each(['<p> </p>', '<p>\u00a0</p>\n<p><br /></p>', '<div><p><strong>&nbsp;</strong></p></div>'])(
  'renders nothing for %j, which has no words',
  (html) => expect(render(html)).toBe(''),
)

it.each(['<p>.</p>', '<p id="c-place"></p>', '<p><img src="/a.jpg" alt="" /></p>', '<hr />'])(
  'renders %j, which is visible or can be linked to',
  (html) => expect(render(html)).toContain(html),
)

it('wraps every table in a box that can be scrolled with the keyboard', () => {
  const html = render('<p>a</p><table class="x"><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>')
  expect(
    html.match(/<div class="rich-text__scroll" role="group" aria-label="[^"]+" tabindex="0"><table/g),
  ).toHaveLength(2)
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(2)
})

/** The columns, counted from 1, whose cells are marked as numbers. Cells of `rows` are separated by bars. */
const numbersOf = (...rows: string[]): number[] => {
  const cells = (row: string, tag: string) => row.split('|').map((words) => `<${tag}>${words}</${tag}>`)
  const [head = '', ...others] = rows
  const body = others.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`)
  const html = render(
    `<table><thead><tr>${cells(head, 'th').join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`,
  )
  const marked = html
    .split('<tr>')
    .map((row) => row.split(/<t[dh]/).flatMap((cell, at) => (cell.startsWith(' data-number') ? [at] : [])))
  expect(new Set(marked.slice(1).map(String)).size, 'all rows alike').toBe(1)
  return marked[1] ?? []
}

it('marks columns that contain only numbers', () => {
  expect(
    numbersOf('Sort|Yield|Price|Sown', 'Ambos|98.4 dt/ha|1 240,50 €|May', 'Ci|<b>101</b>||2 June', 'Fjell|–|−3 %|'),
  ).toEqual([2, 3])
  expect(numbersOf('Year|Profit', '2024|$1,200', '2025|Mio. 3')).toEqual([])
  expect(numbersOf('Name|Sold', 'Ann|')).toEqual([])
  expect(numbersOf('Name|Telephone|Old', 'Ann|04321 555 010|12', 'Bo|+49 4321 555 010|7')).toEqual([3])
  expect(numbersOf('Name|Mobile|Day', 'Ann|+48 601 234 567|12.03.', 'Bo|+48 602 345 678|3. Mai')).toEqual([])
  expect(numbersOf('Name|Since|Sold', 'Ann|2019|2019', 'Bo|2024|740')).toEqual([3])
  expect(numbersOf('Name|Price', 'Ann|1&nbsp;240&nbsp;€')).toEqual([2]) // as browsers serialise hidden pages
})

it('leaves a table unchanged if its columns cannot be determined', () => {
  expect(render('<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>1</td></tr></table>')).not.toContain(
    'data-number',
  )
  const spans = 'colspan="1" rowspan="1"'
  expect(render(`<table><tr><td ${spans}>b</td><td ${spans}>1</td></tr></table>`)).toContain('<td data-number=""')
})

it('determines the columns of a table in a cell of another table', () => {
  const inner = '<table><tr><td>b</td><td>1</td></tr></table>'
  const html = render(`<table><tr><td>a</td><td>${inner}</td></tr></table><table><tr><td>c</td><td>2</td></tr></table>`)
  expect(html.match(/<td data-number="">\d/g)).toEqual(['<td data-number="">1', '<td data-number="">2'])
})
