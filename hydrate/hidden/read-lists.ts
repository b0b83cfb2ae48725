import type { Listed } from '#blocks/_shared/reader.ts'
import { shownList } from '#content/blocks/block-facts.ts'
import type { ContactPerson, JobOfferSummary, ListName, PostSummary, ServiceSummary } from '#content/schema.ts'
import { callApi } from '#hydrate/api/call-api.ts'
import { membersOf, nextOf } from '#hydrate/api/collection.ts'
import { wellFormed } from '#hydrate/api/well-formed.ts'
import type { HiddenProps } from './hidden-props.ts'
import { type HiddenBlock, tidy } from './read-blocks.ts'

/** Collections that were read. `undefined` for a collection that was not requested or could not be read. */
export type Lists = {
  posts?: Listed<PostSummary>[]
  services?: Listed<ServiceSummary>[]
  job_offers?: Listed<JobOfferSummary>[]
  contact_people?: ContactPerson[]
}

const maxPages = 50

/** Reads the collections that blocks show, with the visitor's token. Reads at least as many posts as are shown. */
export async function readLists(blocks: HiddenBlock[], props: HiddenProps): Promise<Lists> {
  const names = [...new Set(blocks.flatMap((block) => shownList(block, props.blocks.lists) ?? []))]
  const ofPosts = blocks.filter((block) => shownList(block, props.blocks.lists) === 'posts')
  const lists = names.map(async (name) => {
    const members = await readList(name, props, name === 'posts' ? maxPosts(ofPosts) : Number.POSITIVE_INFINITY)
    const around = props.members[name]
    const hrefOf = (slug: unknown): string | undefined =>
      around && typeof slug === 'string'
        ? around.before + encodeURIComponent(wellFormed(slug)) + around.after
        : undefined
    const listed = members?.map((one) => ({ ...tidy(one, props.blocks.keptEmpty), href: hrefOf(one.slug) }))
    return [name, listed]
  })
  // The fields of members are not validated: the components that show them have to cope.
  return Object.fromEntries(await Promise.all(lists)) as Lists
}

/** Returns how many posts the blocks may show at most. An own block may show all. */
function maxPosts(blocks: HiddenBlock[]): number {
  const counts = blocks.map(({ type, limit, perPage }) =>
    type === 'post_list' || type === 'blog_list' ? Number(limit ?? perPage ?? 0) || 0 : Number.POSITIVE_INFINITY,
  )
  return Math.max(...counts, 12)
}

async function readList(
  name: ListName,
  { site, locale }: HiddenProps,
  wanted: number,
): Promise<Record<string, unknown>[] | undefined> {
  const query = new URLSearchParams({ ...(name === 'posts' && { page: '1' }), locale })
  const first = new URL(`${site.apiBase}/${name}?${query}`, location.href).href
  const members: Record<string, unknown>[] = []
  /** The addresses of pages, and their members as text. */
  const read = new Set<string>()
  for (let url: string | undefined = first; url && !read.has(url) && read.size < 2 * maxPages; ) {
    read.add(url)
    const { isGood, body } = await callApi(url)
    const page = isGood ? membersOf(body) : undefined
    if (!page) return undefined
    const text = JSON.stringify(page)
    if (Array.isArray(body) && read.has(text)) break // a service without paging returns the same bare list for every page
    read.add(text)
    members.push(...page)
    url = members.length < wanted ? nextOf(body, url) : undefined
  }
  return members
}
