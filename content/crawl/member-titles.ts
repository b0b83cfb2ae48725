import { type Call, nameOf } from '#content/client/call.ts'
import type { Findings } from '#content/finding.ts'
import { quoteValue } from '#content/wording/quote-value.ts'

/**
 * Uses the slug of a member as its title if that is blank, and the path of a category as its name if that is blank,
 * because links to them need a text.
 */
export function withTitle<T extends object>(member: T): T {
  const { title, slug, name, path } = member as { title?: string; slug?: string; name?: string; path?: string }
  if (slug !== undefined && title === '') return { ...member, title: slug }
  return path !== undefined && name === '' ? { ...member, name: path } : member
}

/** The members of a collection, each with a title. A warning reports each member that came without one. */
export function titledMembers<T extends object>(members: T[], call: Call, findings: Findings): T[] {
  return members.map((member) => {
    const titled = withTitle(member)
    if (titled === member) return member
    const { slug, path } = member as { slug?: string; path?: string }
    findings.warn({
      code: 'title-missing',
      message: `${nameOf(call)} returned the member ${quoteValue(slug ?? path)} without a ${slug === undefined ? 'name; its path is shown instead' : 'title; its slug is shown instead'}.`,
      where: { locale: call.locale, url: call.path },
      hint: `Give the member a ${slug === undefined ? 'name' : 'title'} at the service.`,
    })
    return titled
  })
}

/** Reports a document that has no title of its own, although its member in the list has one. */
export function reportNoTitle(call: Call, findings: Findings): void {
  findings.warn({
    code: 'title-missing',
    message: `${nameOf(call)} has no title; its page is named by its slug.`,
    where: { locale: call.locale, url: call.path },
    hint: 'Give it the title that it has in its list.',
  })
}
