import { type SettingsInput, settingsSchema } from '#renderer/settings.ts'

/** Settings with every field. */
export const wholeSettingsInput = {
  brand: {
    name: 'Brand',
    icon: 'brand/icon.svg',
    themeColor: '#123456',
    darkThemeColor: '#012345',
    backgroundColor: '#ffffff',
  },
  families: [
    { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl', 'en', 'de'] },
    { id: 'far', origin: 'https://www.example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ],
  apiBase: '/api',
  nativeForms: true,
  links: { help: { pl: '/all', en: '/full' }, demo: { pl: '/bare' }, contact: { pl: '/contact', en: '/contact' } },
  regions: { pl: 'PL', en: 'GB' },
  applicationUrl: 'https://app.example.com',
  social: {
    facebook: 'https://facebook.example',
    linkedin: 'https://linkedin.example',
    youtube: 'https://youtube.example',
  },
  designCredit: { name: 'Studio', url: 'https://studio.example' },
  contact: { phone: { pl: '+48 61 000' }, email: { en: 'us@example.com' } },
  pictureOrigins: ['https://pictures.example'],
  videoHosts: ['www.youtube.com'],
  consent: { ask: true, revision: 1, renewAfterDays: 365, mode: 'basic', reloadOnWithdrawal: true },
  tagManagerId: 'GTM-ABC123',
  tagManagerOrigin: 'https://tags.example',
  recaptchaSiteKey: 'key',
  recaptchaOrigin: 'https://recaptcha.example',
  recaptchaConsent: 'functional',
  mapEmbed: 'https://maps.example/embed.html',
  files: { accept: ['pdf', 'png'], maxBytes: 1000, maxCount: 2 },
  limits: { documentBytes: 5_000_000, documentDepth: 64, pictureBytes: 1_000_000, picturePixels: 1_000_000 },
  crawl: { trustUpdatedAt: false },
  keepAssets: 3,
  ledger: false,
  security: {
    ...{
      contact: ['mailto:security@example.com'],
      expires: '2028-01-01T00:00:00Z',
      encryption: 'https://example.com/key',
    },
    ...{
      acknowledgments: 'https://example.com/thanks',
      policy: 'https://example.com/policy',
      hiring: 'https://example.com/jobs',
    },
  },
  pageFiles: 'directory',
  timeZone: 'Europe/Warsaw',
} satisfies SettingsInput

export const wholeSettings = settingsSchema.parse(wholeSettingsInput)
