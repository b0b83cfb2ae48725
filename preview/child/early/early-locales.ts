import type { ContentClient } from '#content/client/client.ts'
import { memoize } from '#content/memoize.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import type { Shared } from '#preview/child/open-parts.ts'
import type { Answer, Question } from '#preview/messages.ts'
import { localeAt } from '#renderer/plan/address.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import { readEarlyContent } from './early-content.ts'
import { type EarlyPages, openEarlyPages } from './early-pages.ts'

export type EarlyLocalesParts = {
  job: LoadedJob
  client: ContentClient
  shared: Promise<Shared>
  /** The locale that is probably requested first. */
  first: string
}

/**
 * Opens early pages of every locale. The first locale is read immediately, the others on demand. Throws if the first
 * locale cannot be read.
 */
export async function openEarlyLocales({ job, client, shared, first }: EarlyLocalesParts): Promise<EarlyPages> {
  const opened = new Map<string, EarlyPages>()

  const pagesOf = memoize(async (locale: string): Promise<EarlyPages> => {
    const content = await readEarlyContent(job, client, locale)
    const pages = await openEarlyPages({ ...(await shared), client, content })
    opened.set(locale, pages)
    return pages
  })
  /**
   * Returns the locale whose early pages can answer a question. Files that all pages share are available from any
   * locale.
   */
  const localeOfQuestion = (question: Question): string | undefined => {
    if (question.kind === 'find') return job.locales.find((locale) => locale === question.target.locale)
    if (question.kind !== 'site') return undefined
    const [pathname = '/'] = question.path.split('?', 1)
    return pathname.startsWith('/assets/') ? first : localeAt(job.family, pathname.slice(1))
  }

  await pagesOf(first)
  return {
    async answer(question): Promise<Answer | undefined> {
      const locale = localeOfQuestion(question)
      // the whole site reports why
      const pages = locale === undefined ? undefined : await pagesOf(locale).catch(() => undefined)
      return pages?.answer(question)
    },
    isOutdated: (whole: SiteContent) => [...opened.values()].some((pages) => pages.isOutdated(whole)),
  }
}
