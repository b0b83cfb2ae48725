import { createTranslator, readTexts, type Translate, writtenText } from '#locales/translator.ts'
import type { BuildJob } from './build-job.ts'
import type { Run } from './report.ts'
import { reportMissingTexts } from './routing-of.ts'
import type { SiteParts } from './site.ts'

/** The interface texts of every locale; what a built locale lacks is reported. */
export function readSiteTexts(
  { settings, family, locales }: Pick<BuildJob, 'settings' | 'family' | 'locales'>,
  run: Run,
): Pick<SiteParts, 'translateTo' | 'writtenText'> & { translateTo: (locale: string) => Translate } {
  const texts = readTexts(settings.families.flatMap((one) => one.locales))
  reportMissingTexts(texts, locales, run)
  return {
    translateTo: createTranslator({ texts, defaultLocale: family.defaultLocale, onMissing: run.missingText }),
    writtenText: (locale, key) => writtenText(texts, family.defaultLocale, locale, key),
  }
}
