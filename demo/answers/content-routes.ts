import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { fileMarksSchema, jobOfferSummarySchema, postSummarySchema, serviceSummarySchema } from '#content/schema.ts'
import { contentKinds } from '#demo/source/content-kinds.ts'
import type { Listing, RawDocument, Stored } from '#demo/source/read-content.ts'
import { type ContentParts, contentReads } from './content-reads.ts'

const postsPerPage = 12

/** Every read of the contract ("Reading"), with `preview=true` for drafts. All three forms of collections are used. */
export function contentRoutes(parts: ContentParts): Hono {
  const { list, show, search } = contentReads(parts)
  const showHidden = show(contentKinds.hiddenPages)
  return new Hono()
    .get('/menus', list(contentKinds.menus, whole))
    .get('/contact_people', list(contentKinds.contactPeople, whole))
    .get('/product_categories', list(contentKinds.productCategories, whole))
    .get(
      '/sitemap_nodes',
      list(contentKinds.nodes, (listing) => onePage(whole(listing))),
    )
    .get(
      '/posts',
      list(
        contentKinds.posts,
        (listing, c) => {
          const page = pageOfPosts(listing, c)
          return { ...page, member: summaries(page.member, postSummarySchema) }
        },
        // Later pages continue with the order from which the first was made.
        (listing, c) => (Number(c.req.query('page') ?? 1) > 1 ? pageOfPosts(listing, c).member : []),
      ),
    )
    .get(
      '/services',
      list(contentKinds.services, ({ documents }) => hydraCollection(summaries(documents, serviceSummarySchema))),
    )
    .get(
      '/job_offers',
      list(contentKinds.jobOffers, ({ documents }) => hydraCollection(summaries(documents, jobOfferSummarySchema))),
    )
    .get('/pages/:name', show(contentKinds.pages))
    .get('/posts/:name', show(contentKinds.posts))
    .get('/services/:name', show(contentKinds.services))
    .get('/job_offers/:name', show(contentKinds.jobOffers))
    .get('/hidden_pages/:name', (c) => {
      parts.sessions.requireFullAccess(c)
      return showHidden(c)
    })
    .get('/search', search)
}

function whole({ documents }: Listing<unknown>): RawDocument[] {
  return documents.map(({ raw }) => raw)
}

function onePage<T>(all: T[]) {
  return { member: all, totalItems: all.length }
}

/** The hydra form of a whole collection. */
function hydraCollection(all: readonly RawDocument[]) {
  return { 'hydra:member': all, 'hydra:totalItems': all.length }
}

/** All posts, or one page of them. `next` is the path of the following page, which keeps the other query parameters. */
function pageOfPosts<T>({ documents: all }: Listing<T>, c: Context) {
  if (c.req.query('pagination') === 'false') return onePage(all)
  const page = c.req.query('page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(page))
    throw new HTTPException(400, { message: `"${page}" is not the number of a page. Pages are counted from 1.` })
  const end = Number(page) * postsPerPage
  const member = all.slice(end - postsPerPage, end)
  if (end >= all.length) return { member, totalItems: all.length }
  const next = new URL(c.req.url)
  next.searchParams.set('page', String(Number(page) + 1))
  return { member, totalItems: all.length, view: { next: `${next.pathname}${next.search}` } }
}

function summaries(documents: Stored<unknown>[], schema: z.ZodObject): RawDocument[] {
  const fields = [...Object.keys(schema.shape), ...Object.keys(fileMarksSchema.shape)]
  return documents.map(({ raw }) =>
    Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(raw, field) ? [[field, raw[field]]] : []))),
  )
}
