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
  'renders nothing for %j, which shows no word',
  (html) => expect(render(html)).toBe(''),
)

it.each(['<p>.</p>', '<p id="c-place"></p>', '<p><img src="/a.jpg" alt="" /></p>', '<hr />'])(
  'renders %j, which shows something or is a place that others link to',
  (html) => expect(render(html)).toContain(html),
)

it('frames every table in a box that scrolls by keyboard', () => {
  const html = render('<p>a</p><table class="x"><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>')
  expect(
    html.match(/<div class="rich-text__scroll" role="group" aria-label="[^"]+" tabindex="0"><table/g),
  ).toHaveLength(2)
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(2)
})
