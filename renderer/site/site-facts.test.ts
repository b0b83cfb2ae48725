import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { factNames, settingOf, siteFacts } from './site-facts.ts'

const baseOf = (api: string, pictureOrigins: string[]) =>
  siteFacts(testSettings({ hosts: { api }, pictureOrigins }), 'pl').inBrowser.pictureBase

it('treats paths of pictures as paths of the service only if browsers may load pictures from it', () => {
  const api = 'https://cms.example.com/v1/api'
  expect(baseOf(api, ['https://cms.example.com'])).toBe('https://cms.example.com')
  expect(baseOf(api, ['https://pictures.example.com'])).toBeUndefined()
  expect(siteFacts(testSettings(), 'pl').inBrowser).not.toHaveProperty('pictureBase')
})

it('gives components the settings for a locale, and nothing for missing ones', () => {
  const families = [
    { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl'] },
    { id: 'fr', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const full = testSettings({
    ...{ families, regions: { fr: 'FR' }, tagManagerId: 'GTM-A1', recaptchaSiteKey: 'key' },
    social: { youtube: 'https://youtube.example', facebook: 'https://facebook.example' },
    designCredit: { name: 'Studio', url: 'https://studio.example' },
    ...{ applicationUrl: 'https://app.example', contact: { phone: { fr: '+33 1' }, email: { pl: 'a@example.com' } } },
    brand: { ...testSettings().brand, logo: 'icon' },
  })
  const french = siteFacts(full, 'fr')
  expect(french).toMatchObject({
    ...{ brand: 'Brand', origin: 'https://www.example.fr', apiBase: '/api', nativeForms: false },
    social: [
      { name: 'facebook', href: 'https://facebook.example' },
      { name: 'youtube', href: 'https://youtube.example' },
    ],
    inBrowser: { languageTag: 'fr-FR', timeZone: 'Europe/Warsaw', pictureOrigins: [], videoHosts: [] },
    tagManager: { id: 'GTM-A1', origin: 'https://www.googletagmanager.com' },
    recaptcha: { siteKey: 'key', origin: 'https://www.google.com', consent: 'functional' },
    applicationUrl: 'https://app.example',
    designCredit: { name: 'Studio', href: 'https://studio.example' },
    ...{ logo: 'icon', phone: '+33 1' },
    ...{ industries: full.industries, files: full.files, consent: full.consent, mapEmbed: full.mapEmbed },
  })
  expect(french).not.toHaveProperty('email')
  expect(siteFacts(full, 'pl')).toMatchObject({ origin: 'https://www.example.com', email: 'a@example.com' })
  expect(new Set(factNames)).toEqual(new Set([...Object.keys(french), 'email']))
  const optional = ['tagManager', 'recaptcha', 'applicationUrl', 'designCredit', 'phone', 'email', 'logo']
  expect(Object.keys(siteFacts(testSettings(), 'pl')).filter((name) => optional.includes(name))).toEqual([])
})

it.each([
  ['brand', 'brand.name'],
  ['logo', 'brand.logo'],
  ['origin', 'families'],
  ['phone', 'contact.phone.pl'],
  ['email', 'contact.email.pl'],
  ['designCredit.href', 'designCredit.url'],
  ['designCredit.name', 'designCredit.name'],
  ['tagManager', 'tagManagerId'],
  ['tagManager.origin', 'tagManagerOrigin'],
  ['recaptcha', 'recaptchaSiteKey'],
  ['recaptcha.consent', 'recaptchaConsent'],
  ['social[youtube].href', 'social'],
  ['files.accept[1]', 'files.accept[1]'],
])('names the setting behind the fact "%s"', (path, setting) => {
  expect(settingOf(path, 'pl')).toBe(setting)
})
