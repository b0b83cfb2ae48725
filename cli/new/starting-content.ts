import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolRoot } from '#renderer/tool-root.ts'
import { fillFile } from './fill-file.ts'

/** The texts of the pages that a new site begins with. */
type Words = Record<'welcome' | 'lead' | 'about' | 'aboutText' | 'read', string>

function wordsIn(locale: string): Words {
  const file = join(toolRoot, 'cli/new/files/content/words.json')
  const { en, ...others } = JSON.parse(readFileSync(file, 'utf8')) as { en: Words } & Record<string, Words>
  return others[locale.slice(0, 2)] ?? en
}

/** Returns two pages and a menu of a locale as files of the demo service, by their path in the site root. */
export function startingContent(name: string, locale: string, defaultLocale: string): Record<string, string> {
  const { lead, aboutText, ...words } = wordsIn(locale)
  const folder = `content/${locale}`
  const home = `${folder}/pages/home.yaml`
  const texts = { ...words, name, lead: `<p>${lead.replace('{file}', home)}</p>`, aboutText: `<p>${aboutText}</p>` }
  const values = {
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, JSON.stringify(text)])), // JSON is YAML
    prefix: locale === defaultLocale ? '' : `/${locale}`,
  }
  return {
    [`${folder}/nodes.yaml`]: fillFile('content/nodes.yaml'),
    [`${folder}/menus.yaml`]: fillFile('content/menus.yaml', values),
    [home]: fillFile('content/home.yaml', values),
    [`${folder}/pages/about.yaml`]: fillFile('content/about.yaml', values),
  }
}
