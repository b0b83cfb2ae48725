import { readFileSync } from 'node:fs'
import type { Href, Reader } from '#blocks/_shared/reader.ts'

/** A reader with English texts and no content, for tests of single components. `overrides` replaces its members. */
export function fakeReader(overrides: Partial<Reader> = {}): Reader {
  const texts = JSON.parse(readFileSync(new URL('../locales/en.json', import.meta.url), 'utf8'))
  const href = (path: string) => path as Href
  return {
    locale: 'en',
    defaultLocale: 'pl',
    path: href('/en/page'),
    site: {
      brand: 'Trasanova',
      origin: 'https://www.example.com',
      applicationUrl: href('https://app.example.com'),
      social: [
        { name: 'facebook', href: href('https://www.facebook.com/example') },
        { name: 'linkedin', href: href('https://www.linkedin.com/company/example') },
        { name: 'youtube', href: href('https://www.youtube.com/@example') },
      ],
      designCredit: { name: 'Studio Example', href: href('https://studio.example.com') },
      phone: '+44 1632 960 110',
      email: 'hello@example.com',
      apiBase: '/api',
      nativeForms: false,
      industries: ['constructionMachinery', 'other'],
      files: { accept: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'jpg', 'png'], maxBytes: 5 * 1024 * 1024, maxCount: 3 },
      consent: { ask: true, revision: 1, renewAfterDays: 365, mode: 'basic', reloadOnWithdrawal: true },
      mapEmbed: 'https://www.openstreetmap.org/export/embed.html',
      inBrowser: { languageTag: 'en-GB', timeZone: 'Europe/Warsaw', pictureOrigins: [], videoHosts: [] },
    },
    text: (key, values = {}) => {
      const value = key.split('.').reduce((at, part) => at?.[part], texts) ?? key
      return String(value).replace(/{{(\w+)}}/g, (_, name) => String(values[name] ?? ''))
    },
    ownTexts: () => ({}),
    date: (iso) => (iso ? { iso: iso.slice(0, 10), text: iso.slice(0, 10) } : undefined),
    html: (html) => html,
    words: (text) => text,
    link: (url) => (url ? href(url) : undefined),
    page: (role) => href(role === 'home' ? '/en' : `/en/${role}`),
    picture: (image, _use, alt) =>
      image && { src: image.url, width: image.width ?? 1200, height: image.height ?? 800, alt: alt ?? image.alt ?? '' },
    movesLong: () => false,
    socialCard: () => undefined,
    asset: (name) => `/assets/${name}`,
    menu: () => [],
    marks: (group) => (overrides.menu?.(group).length ? '[]' : undefined),
    languages: () => [],
    posts: () => [],
    services: () => [],
    jobOffers: () => [],
    contactPeople: () => [],
    ...overrides,
  }
}
