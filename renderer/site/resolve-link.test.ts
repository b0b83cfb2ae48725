import { expect, it } from 'vitest'
import { linkFinding } from './resolve-link.ts'

const dead = (address: string) => linkFinding(address, 'link-dead', { locale: 'pl', path: '/kontakt' })

it.each([
  ['biuro@firma.pl', 'Write "mailto:biuro@firma.pl" at the service.'],
  ['WWW.firma.pl/oferta', 'Write "https://WWW.firma.pl/oferta" at the service.'],
  ['/firma@2', 'Correct the link at the service, or add a redirect.'],
  ['wwwroot', 'Correct the link at the service, or add a redirect.'],
])('says how "%s" is to be written', (address, hint) => {
  expect(dead(address).hint).toBe(hint)
})
