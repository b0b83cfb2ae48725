import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PageView, TemplateName } from '#templates/page-view.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { ConsentDialog } from './consent-dialog.tsx'

const pageOf = (template: TemplateName): PageView => ({
  template,
  title: 'Page',
  intro: { title: 'Page', mask: 60 },
  crumbs: [],
  blocks: [],
})
const site = { ...fakeReader().site, tagManager: { id: 'GTM-X1', origin: 'https://tags.example.com' } }
const render = (template: TemplateName) =>
  renderToStaticMarkup(<ConsentDialog page={pageOf(template)} reader={fakeReader({ site })} />)

it('is closed, and contains the data that its script needs', () => {
  const markup = render('subpage')
  expect(markup).toMatch(/^<dialog class="consent" aria-labelledby="consent-title"/)
  expect(markup).not.toMatch(/^<dialog[^>]* open/)
  expect(markup).toContain('data-tag-manager="GTM-X1" data-tag-manager-origin="https://tags.example.com"')
})

it('says whether the page is reloaded when consent is withdrawn', () => {
  const shown = (reloadOnWithdrawal: boolean) => {
    const reader = fakeReader({ site: { ...site, consent: { ...site.consent, reloadOnWithdrawal } } })
    return renderToStaticMarkup(<ConsentDialog page={pageOf('subpage')} reader={reader} />)
  }
  expect([true, false].map((one) => shown(one).includes('data-reload'))).toEqual([true, false])
})

it.each(['login', 'restricted'] as const)('names no tag manager on %s pages', (template) => {
  expect(render(template)).not.toContain('tag-manager')
})

it('has a switch for each category, of which the necessary one is disabled and has no name', () => {
  const names = [...render('home').matchAll(/<input[^>]*>/g)].map(([input]) => /name="(\w+)"/.exec(input)?.[1])
  expect(names).toEqual([undefined, 'functionalConsent', 'analyticConsent', 'advertisingConsent'])
  expect(render('home')).toMatch(/<input[^>]*id="consent-necessary"[^>]*disabled=""/)
})
