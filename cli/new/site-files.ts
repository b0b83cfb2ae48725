import { type Package, packageText } from './site-package.ts'
import { startingContent } from './starting-content.ts'

export type NewSite = {
  name: string
  /** The default locale first. */
  locales: string[]
  origin: string
  /** Address of the content service; without it the site begins with content of its own, as files. */
  api?: string
  /** The time zone of its dates. */
  timeZone: string
  /** How npm finds the tool: a version, or a file. */
  tool: string
  /** What stands in its `package.json` already. */
  packageJson: Package
  /** Interface texts of the tool, for locales that it has no own ones of. */
  textsFor: (locale: string) => string
}

/** The files of a new site by their path. `package.json`, which may be there already, is written last. */
export function siteFiles(site: NewSite): Record<string, string> {
  const { name, locales, api, textsFor } = site
  const [defaultLocale = ''] = locales
  const texts = locales.map((locale) => [`texts/${locale}.json`, textsFor(locale)])
  const content = locales.map((locale) => startingContent(name, locale, defaultLocale))
  return {
    '.gitattributes':
      '# Of two branches that both published something, the ledger keeps the addresses of both.\naddresses*.txt merge=union\n',
    '.gitignore': 'node_modules/\noutput/\n.site/\n',
    'tsconfig.json': tsconfigText,
    'brand/icon.svg': iconText(name),
    'tokens.css': tokensText,
    'redirects.json': '{\n  "redirects": []\n}\n',
    ...Object.fromEntries(texts),
    ...(api === undefined && Object.assign({}, ...content)),
    'site.config.ts': settingsText(site),
    'package.json': packageText(site.packageJson, site),
  }
}

function settingsText({ name, locales, origin, api, timeZone }: NewSite): string {
  const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const service =
    api === undefined
      ? "  // The content service, once there is one; until then the files in content/ are read.\n  // api: 'https://cms.example.com/api',\n"
      : `  api: ${text(api)},\n`
  return `import type { SettingsInput } from 'site/renderer/settings.ts'

/** Settings of the site; your editor says what each field holds. */
export default {
  brand: {
    name: ${text(name)},
    icon: 'brand/icon.svg',
    logo: 'icon',
    themeColor: '#1b2a33',
    backgroundColor: '#ffffff',
  },
  families: [
    {
      id: 'main',
      origin: ${text(origin)}, // where it is published: search engines are sent there
      defaultLocale: ${text(locales[0] ?? '')},
      locales: [${locales.map(text).join(', ')}],
    },
  ],
${service}  // Pages that the header links to, by locale: { en: '/contact' }. One that does not exist is not linked.
  links: { help: {}, demo: {}, contact: {} },
  timeZone: ${text(timeZone)},
  ledger: 'addresses.txt',
} satisfies SettingsInput
`
}

/** For editors; nothing of the tool reads it. */
const tsconfigText = `{
  "compilerOptions": {
    "target": "ES2023",
    "lib": ["ES2024", "DOM"],
    "module": "NodeNext",
    "jsx": "react-jsx",
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "verbatimModuleSyntax": true,
    "allowImportingTsExtensions": true
  },
  "include": ["site.config.ts", "blocks"],
  "exclude": ["**/*.test.ts"]
}
`

/** A tile with the first letter of the name. */
function iconText(name: string): string {
  const [letter = 'S'] =
    name
      .trim()
      .toUpperCase()
      .match(/[\p{L}\p{N}]/u) ?? []
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="14" fill="#1b2a33"/>
  <text x="32" y="44" font-family="sans-serif" font-size="36" font-weight="700" text-anchor="middle" fill="#ffffff">${letter}</text>
</svg>
`
}

const tokensText = `/* Values of the design that differ from the tool's: "node_modules/site/templates/tokens.css" lists them all. */
:root {
  --amber: #e8b04b;
  --link: #2a6f97;
}

@media screen and (prefers-color-scheme: dark) {
  :root {
    --link: #8ec5e6;
  }
}
`
