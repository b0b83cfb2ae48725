import { expect, it } from 'vitest'
import { node, smallSite } from '#tests/fixtures/content.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { linkFinding, placeFinding, resolveLink } from './resolve-link.ts'

const families = [
  { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl', 'de'] },
  { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
]
const otherAddresses = {
  '/old': '/about',
  '/prices': '/about?year=2026#c-prices',
  '/bistro': 'https://www.example.fr/café',
  '/feed.xml': '/feed.xml',
}
const small = smallSite()
const spelt = { ...small, nodes: [...(small.nodes ?? []), node('/Cennik żółty', 2)] }
const { site } = testSite({ locales: { pl: spelt }, settings: testSettings({ families }), otherAddresses })

it.each([
  [' /about ', { href: '/about' }],
  ['about', { href: '/about' }],
  ['https://www.example.com/about/?a=1#b', { href: '/about?a=1#c-b' }],
  ['http://www.example.com/about', { href: '/about' }],
  ['http://www.example.com:8080/about', { href: 'http://www.example.com:8080/about' }],
  ['/ABOUT', { href: '/about' }],
  ['/cennik żółty', { href: '/Cennik%20%C5%BC%C3%B3%C5%82ty' }],
  ['/old', { href: '/about' }],
  ['https://www.example.com/Old/?a=1#b', { href: '/about?a=1#c-b' }],
  ['/prices?a=1#b', { href: '/about?year=2026#c-prices' }],
  ['/bistro?a=1', { href: 'https://www.example.fr/caf%C3%A9?a=1' }],
  ['/feed.xml', { href: '/feed.xml' }],
  ['//www.example.com//gone', { href: '/gone', problem: 'link-dead' }],
  ['/gone', { href: '/gone', problem: 'link-dead' }],
  ['/api/files/5?as=pdf', { href: '/api/files/5?as=pdf' }], // the content service answers there
  ['/apiary', { href: '/apiary', problem: 'link-dead' }],
  ['/de/gone', { href: '/de/gone' }], // in a locale that is not built
  ['/DE/gone', { href: '/DE/gone' }],
  ['/fr/gone', { href: '/fr/gone', problem: 'link-dead' }],
  ['https://www.example.fr/gone', { href: 'https://www.example.fr/gone' }],
  ['#Our  team', { href: '#c-Our-team' }],
  ['#TOP', { href: '#TOP' }],
  ['#', {}],
  ['  ', {}],
  ['?a=1#b', { href: '?a=1#c-b' }],
  ['http://other.example/a b', { href: 'http://other.example/a%20b' }],
  ['mailto:office@example.com', { href: 'mailto:office@example.com' }],
  ['mailto: office@example.com?subject=A b', { href: 'mailto:office@example.com?subject=A%20b' }],
  ['tel:+48 22 100 20', { href: 'tel:+482210020' }],
  ['javascript:alert(1)', { problem: 'link-unsafe' }],
  ['https://', { problem: 'link-unsafe' }],
])('makes the address "%s" safe, in the spelling of its page, or as the target of its redirect', (address, link) => {
  expect(resolveLink(address, site)).toEqual(link)
})

it('reports the place of a bad link, with the link as written', () => {
  const message =
    'The page "/o-nas/żółty" links to "ftp://a", which is not a web, mail or phone address; the link is left out.'
  const where = { locale: 'pl', path: '/o-nas/%C5%BC%C3%B3%C5%82ty' }
  expect(linkFinding(' ftp://a ', 'link-unsafe', where)).toMatchObject({
    ...{ code: 'link-unsafe', message, where: { ...where, url: 'ftp://a' } },
    hint: 'Write the address with https://, mailto: or tel:, or as a path from "/".',
  })
  expect(dead(' /gone ')).toMatchObject({
    ...{ code: 'link-dead', where: { locale: 'pl', path: '/kontakt', url: '/gone' } },
    message: 'The page "/kontakt" links to "/gone", but no page has that address.',
  })
})

const dead = (address: string) => linkFinding(address, 'link-dead', { locale: 'pl', path: '/kontakt' })

it.each([
  ['biuro@firma.pl', 'Write "mailto:biuro@firma.pl" at the service.'],
  ['WWW.firma.pl/oferta', 'Write "https://WWW.firma.pl/oferta" at the service.'],
  ['/firma@2', 'Correct the link at the service, or add a redirect.'],
  ['wwwroot', 'Correct the link at the service, or add a redirect.'],
])('suggests how to write "%s"', (address, hint) => {
  expect(dead(address).hint).toBe(hint)
})

it('cuts a long address in messages, such as a data URL, and has all of it in the place of the finding', () => {
  const address = `data:application/pdf;base64,${'A'.repeat(1_000_000)}`
  const where = { locale: 'pl', path: '/kontakt' }
  for (const finding of [
    linkFinding(address, 'link-unsafe', where),
    linkFinding(address, 'link-dead', where),
    placeFinding(address, where),
  ]) {
    expect(finding.message.length).toBeLessThan(300)
    expect(finding.where?.url).toBe(address)
  }
})
