import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Section } from './section.tsx'

it('is named by its headline', () => {
  const html = renderToStaticMarkup(
    <Section id="block-7" headline="Figures & facts">
      text
    </Section>,
  )
  expect(html).toContain('<section id="block-7" class="section is-paper" aria-labelledby="block-7-headline">')
  expect(html).toContain('<h2 id="block-7-headline" class="section__headline">Figures &amp; facts</h2>')
})

it('has neither heading nor name without a headline', () => {
  const html = renderToStaticMarkup(
    <Section id="block-7" tone="ink">
      text
    </Section>,
  )
  expect(html).not.toContain('aria-labelledby')
  expect(html).not.toContain('<h2')
  expect(html).toContain('is-ink')
})
