import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasTexts } from '#renderer/site/text-file.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { fillFile } from './fill-file.ts'
import { type Package, packageText } from './site-package.ts'
import { startingContent } from './starting-content.ts'

export type NewSite = {
  name: string
  /** The default locale first. */
  locales: string[]
  origin: string
  /** Address of the content service. Without it the site begins with its own content, as files. */
  api?: string
  /** The time zone of its dates. */
  timeZone: string
  /** How npm finds the tool: a version, or a file. */
  tool: string
  /** The existing content of its `package.json`. */
  packageJson: Package
}

/** Returns the files of a new site by path. `package.json`, which may already exist, comes last. */
export function siteFiles(site: NewSite): Record<string, string> {
  const { name, locales, api } = site
  const [defaultLocale = ''] = locales
  const texts = locales.map((locale) => [`texts/${locale}.json`, textsFor(locale)])
  const content = locales.map((locale) => startingContent(name, locale, defaultLocale))
  return {
    '.gitattributes':
      '# If two branches both published pages, a merge keeps the addresses of both in the ledger.\naddresses*.txt merge=union\n',
    '.gitignore': 'node_modules/\noutput/\n.site/\n',
    'tsconfig.json': fillFile('site/tsconfig.json'), // for editors; the tool does not read it
    'brand/icon.svg': iconText(name),
    'tokens.css': fillFile('site/tokens.css'),
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
      ? "  // The address of your content service. Without it, the content is read from the files in content/.\n  // api: 'https://cms.example.com/api',\n"
      : `  api: ${text(api)},\n`
  return fillFile('site/site.config.ts', {
    ...{ name: text(name), origin: text(origin), timeZone: text(timeZone), service },
    ...{ defaultLocale: text(locales[0] ?? ''), locales: locales.map(text).join(', ') },
  })
}

/** Returns the first texts of a locale: none in a language of the tool, or else the English ones, to be translated. */
function textsFor(locale: string): string {
  return hasTexts(locale) ? '{}\n' : readFileSync(join(toolRoot, 'locales/en.json'), 'utf8')
}

/** Returns a tile with the first letter of the name. */
function iconText(name: string): string {
  const [letter = 'S'] =
    name
      .trim()
      .toUpperCase()
      .match(/[\p{L}\p{N}]/u) ?? []
  return fillFile('site/icon.svg', { letter })
}
