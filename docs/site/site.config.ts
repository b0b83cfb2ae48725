import type { SettingsInput } from '#renderer/settings.ts'

/** Settings of the site that shows the documents; `npm run docs` makes its content of them. */
export default {
  brand: {
    name: 'site: documents',
    icon: 'brand/icon.svg',
    logo: 'icon',
    themeColor: '#0d1b24',
    backgroundColor: '#ffffff',
  },
  families: [{ id: 'main', origin: 'https://docs.example.com', defaultLocale: 'en', locales: ['en'] }],
  links: { help: { en: '/troubleshooting' }, demo: {}, contact: {} },
  ledger: false,
} satisfies SettingsInput
