import { type Call, nameOf } from '#content/client/call.ts'
import type { Findings } from '#content/finding.ts'
import type { ProductCategory } from '#content/schema.ts'
import { listSome } from '#content/wording/list-some.ts'
import { quoteValue } from '#content/wording/quote-value.ts'

/**
 * The categories of a locale, each with the branch above it. A branch loses the category's own id, where some services
 * put it, and ids that the service does not list. Categories that are above each other in a ring have nothing above
 * them, and a warning names the ring. Otherwise a category would be above and below itself, or below nothing.
 */
export function withBranches(given: ProductCategory[], call: Call, findings: Findings): ProductCategory[] {
  const names = new Map(given.map(({ id, name }) => [id, name]))
  const categories = given.map((category) => {
    const isAbove = (id: string): boolean => id !== category.id && names.has(id)
    return { ...category, parentBranch: category.parentBranch.filter(isAbove) }
  })
  const rings = ringsIn(new Map(categories.map(({ id, parentBranch }) => [id, parentBranch.at(-1)])))
  for (const ring of rings) {
    findings.warn({
      code: 'category-ring',
      message: `${nameOf(call)} returned categories that are below each other in a ring: ${listSome(ring.map((id) => quoteValue(names.get(id))))}. They are shown as if they were below no category.`,
      where: { locale: call.locale, url: call.path },
      hint: 'Correct the "parentBranch" of one of them at the service.',
    })
  }
  const inRing = new Set(rings.flat())
  return categories.map((category) => (inRing.has(category.id) ? { ...category, parentBranch: [] } : category))
}

/** The ids that lead back to themselves from parent to parent: a list for each ring. */
function ringsIn(parents: ReadonlyMap<string, string | undefined>): string[][] {
  const seen = new Set<string>()
  return [...parents.keys()].flatMap((id) => {
    const way: string[] = []
    let at: string | undefined = id
    for (; at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at)
      way.push(at)
    }
    const start = at === undefined ? -1 : way.indexOf(at)
    return start < 0 ? [] : [way.slice(start)]
  })
}
