import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Section } from './section.tsx'

it('is headed by its headline', () => {
  const html = renderToStaticMarkup(
    <Section id="block-7" headline="Figures & facts">
      text
    </Section>,
  )
  expect(html).toContain('<section id="block-7" class="section is-paper">')
  expect(html).toContain('<h2 class="section__headline">Figures &amp; facts</h2>')
})

it('has no heading without a headline', () => {
  const html = renderToStaticMarkup(
    <Section id="block-7" tone="ink">
      text
    </Section>,
  )
  expect(html).not.toContain('<h2')
  expect(html).toContain('is-ink')
})
