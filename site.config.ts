import type { SettingsInput } from '#renderer/settings.ts'

/** Settings of the site. `renderer/settings.ts` documents each field. */
export default {
  brand: {
    name: 'Trasanova',
    icon: 'brand/icon.svg',
    themeColor: '#0d1b24',
    darkThemeColor: '#08121a',
    backgroundColor: '#f6f7f4',
  },
  families: [
    {
      id: 'main',
      origin: 'https://www.trasanova.example',
      defaultLocale: 'pl',
      locales: ['pl', 'en', 'de', 'fr', 'es'],
    },
  ],
  apiBase: '/api',
  links: {
    help: { pl: '/pomoc', de: '/hilfe', fr: '/aide', en: '/help', es: '/ayuda' },
    demo: { pl: '/demo', de: '/demo', fr: '/demander-une-demo', en: '/demo', es: '/solicitar-demo' },
    contact: { pl: '/kontakt', de: '/kontakt', fr: '/contact', en: '/contact', es: '/contacto' },
  },
  regions: { pl: 'PL', en: 'GB', de: 'DE', fr: 'FR', es: 'ES' },
  applicationUrl: 'https://app.trasanova.example',
  social: {
    facebook: 'https://www.facebook.com/trasanova.example',
    linkedin: 'https://www.linkedin.com/company/trasanova-example',
    youtube: 'https://www.youtube.com/@trasanova-example',
  },
  designCredit: { name: 'Studio Poziomica', url: 'https://poziomica.example' },
  contact: {
    phone: {
      pl: '+48 61 000 01 10',
      en: '+44 1632 960 110',
      de: '+49 30 23125 110',
      fr: '+33 1 99 00 11 10',
      es: '+34 910 000 110',
    },
    email: {
      pl: 'kontakt@trasanova.example',
      en: 'hello@trasanova.example',
      de: 'kontakt.de@trasanova.example',
      fr: 'bonjour@trasanova.example',
      es: 'hola@trasanova.example',
    },
  },
  ledger: 'addresses.txt',
  security: { contact: ['mailto:security@trasanova.example'], expires: '2027-11-01T00:00:00Z' },
  videoHosts: ['www.youtube-nocookie.com', 'www.youtube.com', 'player.vimeo.com'],
} satisfies SettingsInput
