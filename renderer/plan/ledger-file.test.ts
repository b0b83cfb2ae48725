import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Family } from '#renderer/settings.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { ledgerFile, serviceName } from './ledger-file.ts'

const settings = testSettings()
const [first] = settings.families as [Family] // the schema requires at least one
const french = { ...first, id: 'fr' }

it.each([
  ['addresses.txt', 'addresses.txt', 'addresses.fr.txt'],
  ['v1.2/addresses', 'v1.2/addresses', 'v1.2/addresses.fr'],
  ['a.b.txt', 'a.b.txt', 'a.b.fr.txt'],
])('The ledger "%s" is one file per family, beside the settings', (ledger, own, further) => {
  const fileOf = (family: Family) => ledgerFile({ settings: { ...settings, ledger }, family, siteRoot: '/site' })
  expect([fileOf(first), fileOf(french)]).toEqual([resolve('/site', own), resolve('/site', further)])
})

it('There is no ledger when the settings turn it off', () => {
  expect(ledgerFile({ settings: { ...settings, ledger: false }, family: first, siteRoot: '/site' })).toBeUndefined()
})

it.each([
  ['https://cms.example.com/api', 'cms.example.com/api'],
  ['https://cms.example.com:8443/api//', 'cms.example.com:8443/api'],
  ['http://127.0.0.1:4010/', 'localhost:4010'],
  ['http://[::1]:4010', 'localhost:4010'],
  ['http://localhost:4020/api/', 'localhost:4020/api'],
  ['http://localhost.example.com/', 'localhost.example.com'],
  ['http://me:secret@127.0.0.1.example.com/api', '127.0.0.1.example.com/api'],
])('The content service at %s is called %s', (api, name) => {
  expect(serviceName(api)).toBe(name)
})
