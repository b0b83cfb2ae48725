import { UsageError } from '#content/finding.ts'
import type { Family, Settings } from '#renderer/settings.ts'

/** The family to build, and its locales to build. Throws a `UsageError` for an unknown family or locale. */
export function chooseLocales(
  settings: Settings,
  wanted: { family?: string; locale: string },
): { family: Family; locales: string[] } {
  const [first] = settings.families
  const family = wanted.family === undefined ? first : settings.families.find(({ id }) => id === wanted.family)
  if (!family) {
    throw new UsageError(`There is no domain family "${wanted.family}".`, {
      hint: `The families in the settings are: ${settings.families.map(({ id }) => id).join(', ')}.`,
    })
  }
  const names =
    wanted.locale === 'all' ? family.locales : [...new Set(wanted.locale.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => !family.locales.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`The family "${family.id}" has no locale ${unknown.map((name) => `"${name}"`).join(', ')}.`, {
      hint: `Choose from: ${family.locales.join(', ')}; or all.`,
    })
  }
  return { family, locales: family.locales.filter((name) => names.includes(name)) }
}
