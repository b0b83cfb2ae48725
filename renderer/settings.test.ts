import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { parseSettings } from './settings.ts'

const second = { id: 'second', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] }

it('fills in defaults', () => {
  const { apiBase, pageFiles, timeZone, files, limits } = testSettings()
  expect({ apiBase, pageFiles, timeZone }).toEqual({
    apiBase: '/api',
    pageFiles: 'directory',
    timeZone: 'Europe/Warsaw',
  })
  expect(files).toMatchObject({ maxBytes: 5_242_880, maxCount: 3 })
  expect(limits).toMatchObject({ pictureBytes: 20_000_000, picturePixels: 100_000_000 })
})

it('fills in defaults of nested fields', () => {
  const { files } = parseSettings({ ...testSettings(), files: { maxBytes: 10 } }, 'test settings')
  expect(files).toMatchObject({ maxBytes: 10, maxCount: 3, accept: expect.arrayContaining(['pdf']) })
})

it.each([
  [{ families: [] }, 'families: expected a list of at least 1, got []'],
  [{ families: [{ ...second, origin: 'https://example.fr/' }] }, 'origin: expected https://example.fr, got'],
  [
    { families: [{ ...second, origin: 'ftp://example.fr' }] },
    'families[0].origin: expected an address such as https://www.example.com, got "ftp://example.fr"',
  ],
  [{ families: [{ ...second, defaultLocale: 'de' }] }, 'the default locale must be one of the locales'],
  [{ families: [{ ...second, locales: ['fr', 'french'] }] }, 'expected a locale such as pl or pt-BR'],
  [
    { families: [second, { ...second, id: 'third', origin: 'https://b.fr' }] },
    'families: the locale "fr" is used twice',
  ],
  [{ families: [second, { ...second, locales: ['fr', 'de'] }] }, 'families: the id "second" is used twice'],
  [{ families: [{ ...second, locales: ['fr', 'fr'] }] }, 'families: the locale "fr" is used twice'],
  [{ families: [{ ...second, origin: 'https://Example.FR' }] }, 'origin: expected https://example.fr, got "https://Ex'],
  [{ apiBase: '/api/' }, 'apiBase: expected no trailing slash'],
  [{ apiBase: 'https://cms.example.com/api/' }, 'apiBase: expected no trailing slash'],
  [{ apiBase: 'api' }, 'apiBase: expected a path such as /api, or an address, got "api"'],
  [{ apiBase: '//cms.example.com' }, 'apiBase: expected a path such as /api, or an address'],
  [{ videoHosts: ['https://video.example'] }, 'videoHosts[0]: expected a host such as www.youtube.com'],
  [{ files: { accept: ['.pdf'], maxBytes: 1, maxCount: 1 } }, 'files.accept[0]: expected a file extension such as pdf'],
  [{ links: { help: {}, demo: {}, contact: { en: 'contact' } } }, 'links.contact.en: expected a slug such as /contact'],
  [{ brand: { ...testSettings().brand, name: ' ' } }, 'brand.name: expected a name, got " "'],
  [{ pageFiles: 'folder' }, 'pageFiles'],
  [{ hosts: { api: '/api' } }, 'hosts.api: '],
  [{ hosts: { api: 'https://cms.example.com/api/' } }, 'hosts.api: expected an address without a trailing slash'],
  [{ hosts: { api: 'https://user:pw@cms.example.com/api' } }, 'hosts.api: expected an address without'],
  [
    { hosts: { api: 'https://cms.example.com/api' }, apiBase: 'https://cms.example.com/api' },
    'hosts.api: needs an apiBase',
  ],
  [
    { consent: { ask: false }, tagManagerId: 'GTM-X1' },
    'consent.ask: has to be true if tagManagerId is set, which waits for a consent',
  ],
  [{ consent: { ask: false }, recaptchaSiteKey: 'key' }, 'consent.ask: has to be true if recaptchaSiteKey is set'],
  [{ timeZone: 'Europe/Nowhere' }, 'timeZone: expected a time zone such as Europe/Warsaw'],
  [{ colour: 'red' }, 'colour: there is no such field.'],
  [{ timezone: 'UTC' }, 'timezone: there is no such field; did you mean "timeZone"?'],
  [{ crawl: { retry: 3 } }, 'crawl.retry: there is no such field; did you mean "retries"?'],
  [
    { families: [{ ...second, locals: ['fr'] }] },
    'families[0].locals: there is no such field; did you mean "locales"?',
  ],
  [
    { brand: { name: 'A', icon: 'a.svg', themeColor: '#123', backgroundColor: 'white' } },
    'such as #1b2a33, got "white"',
  ],
  [{ brand: { name: 'A', icon: 'a.svg', themeColor: '#123' } }, 'brand.backgroundColor: expected a text, got nothing'],
  [
    { links: { help: { english: '/' }, demo: {}, contact: {} } },
    'links.help.english: the name has to be a locale such as pl',
  ],
  [{ ledger: true }, 'ledger: expected the name of a file, or false, got true'],
])('refuses %j', (fields, message) => {
  expect(() => parseSettings({ ...testSettings(), ...fields }, 'site.config.ts')).toThrow(message)
})

it('names the line of a wrong field, and of the field around a missing one', () => {
  const text = 'export default {\n  myapiBase: "",\n  "apiBase": "api",\n  brand: {},\n}'
  const settings = { ...testSettings(), apiBase: 'api', brand: {} }
  expect(() => parseSettings(settings, 'site.config.ts', text)).toThrow(
    /brand\.name: .*? \(line 4\).* got "api" \(line 3\)\.$/,
  )
})

it('names the file and every wrong field at the same time', () => {
  const settings = { ...testSettings(), apiBase: 'api', pageFiles: 'folder' }
  expect(() => parseSettings(settings, 'site.config.ts')).toThrow(
    /^The settings in "site\.config\.ts" are not valid: apiBase: .*; pageFiles: .*\.$/,
  )
})
