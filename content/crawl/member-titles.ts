import { type Call, nameOf } from '#content/client/call.ts'
import type { Findings } from '#content/finding.ts'
import { quoteValue } from '#content/wording/quote-value.ts'

/** A member of a collection is called by its slug where its title is blank: else its links would have no words. */
export function withTitle<T extends object>(member: T): T {
  const { title, slug } = member as { title?: string; slug?: string }
  const isUntitled = title !== undefined && slug !== undefined && title.trim() === ''
  return isUntitled ? { ...member, title: slug } : member
}

/** The members of a collection, each with a title; those that have none are told. */
export function titledMembers<T extends object>(members: T[], call: Call, findings: Findings): T[] {
  return members.map((member) => {
    const titled = withTitle(member)
    if (titled === member) return member
    const slug = quoteValue((member as { slug?: string }).slug)
    findings.warn({
      code: 'title-missing',
      message: `${nameOf(call)} has the member ${slug} without a title; it is called by its slug.`,
      where: { locale: call.locale, url: call.path },
      hint: 'Give it a title at the service.',
    })
    return titled
  })
}
