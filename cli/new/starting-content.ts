/** The few words of the pages that a new site begins with. */
type Words = { welcome: string; lead: string; about: string; aboutText: string; read: string }

const english: Words = {
  welcome: 'Welcome',
  lead: 'This is the first page of your site. Change it in {file}.',
  about: 'About us',
  aboutText: 'Say here who you are, and what visitors may expect of you.',
  read: 'Read more',
}

const wordsByLocale: Record<string, Words> = {
  en: english,
  pl: {
    welcome: 'Witamy',
    lead: 'To pierwsza strona witryny. Zmienisz ją w pliku {file}.',
    about: 'O nas',
    aboutText: 'Napisz tu, kim jesteście i czego można się po Was spodziewać.',
    read: 'Czytaj dalej',
  },
  de: {
    welcome: 'Willkommen',
    lead: 'Das ist die erste Seite Ihrer Website. Sie steht in {file}.',
    about: 'Über uns',
    aboutText: 'Sagen Sie hier, wer Sie sind und was Besucher erwartet.',
    read: 'Weiterlesen',
  },
  fr: {
    welcome: 'Bienvenue',
    lead: 'Voici la première page de votre site. Elle se trouve dans {file}.',
    about: 'À propos',
    aboutText: 'Dites ici qui vous êtes et ce que les visiteurs peuvent attendre de vous.',
    read: 'Lire la suite',
  },
  es: {
    welcome: 'Bienvenidos',
    lead: 'Esta es la primera página de su sitio. Está en {file}.',
    about: 'Quiénes somos',
    aboutText: 'Diga aquí quiénes son y qué pueden esperar los visitantes.',
    read: 'Leer más',
  },
}

/** Two pages and a menu of a locale as files of the demo service, by their path in the folder of the site. */
export function startingContent(name: string, locale: string, defaultLocale: string): Record<string, string> {
  const words = wordsByLocale[locale.slice(0, 2)] ?? english
  const folder = `content/${locale}`
  const prefix = locale === defaultLocale ? '' : `/${locale}`
  const text = (value: string): string => JSON.stringify(value) // JSON is YAML
  return {
    [`${folder}/nodes.yaml`]: `# Every page has a node: its address ("slug", without prefix of the locale), and the id of its page.
- nodeType: root
  action: index
  slug: /
  nodeReference: 1
- nodeType: article
  action: show
  slug: /about
  nodeReference: 2
`,
    [`${folder}/menus.yaml`]: `- id: 1
  name: ${text(words.about)}
  url: ${prefix}/about
  group: main
`,
    [`${folder}/pages/home.yaml`]: `id: 1
title: ${text(words.welcome)}
seoTitle: ${text(name)}
layout: home
blocks:
  - id: 1
    type: banner
    title: ${text(words.welcome)}
    html: ${text(`<p>${words.lead.replace('{file}', `content/${locale}/pages/home.yaml`)}</p>`)}
    cta:
      name: ${text(words.read)}
      url: ${prefix}/about
`,
    [`${folder}/pages/about.yaml`]: `id: 2
title: ${text(words.about)}
blocks:
  - id: 1
    type: text
    headline: ${text(name)}
    html: ${text(`<p>${words.aboutText}</p>`)}
`,
  }
}
