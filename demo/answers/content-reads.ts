import { basename } from 'node:path'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import type { FileMarks } from '#content/schema.ts'
import { answerUnchanged } from '#demo/answer-unchanged.ts'
import { type ContentKind, contentKinds } from '#demo/source/content-kinds.ts'
import type { MediaFolder } from '#demo/source/media-folder.ts'
import { type Content, isDraft, type Listing, type Scope, type Stored } from '#demo/source/read-content.ts'
import { marksOf } from '#demo/source/read-file.ts'
import type { Sessions } from '#demo/visitors/sessions.ts'
import { requestLocale } from './request-locale.ts'
import { searchContent } from './search.ts'

export type ContentParts = { content: Content; media: MediaFolder; sessions: Sessions }
type Answer = { body: unknown; modified: number; isPrivate: boolean }
type Handler = (c: Context) => Promise<Response>
type Compose<T, R = unknown> = (listing: Listing<T>, c: Context) => R

export type ContentReads = {
  /**
   * Answers with the result of `compose` for all documents of a kind. `chosenFrom` chooses the documents whose files
   * are checked again, as described at `read`.
   */
  list<S extends z.ZodType>(
    kind: ContentKind<S>,
    compose: Compose<z.output<S>>,
    chosenFrom?: Compose<z.output<S>, Stored<z.output<S>>[]>,
  ): Handler
  /**
   * Answers with the document whose slug is the parameter `name`. For pages and in previews, `name` may also be an id.
   * For hidden pages it may also be the slug in another language. 404 if there is none.
   */
  show(kind: ContentKind): Handler
  search: Handler
}

/**
 * Handlers that read the content. They handle locale, drafts (with a token) and caching headers, and complete pictures.
 */
export function contentReads({ content, media, sessions }: ContentParts): ContentReads {
  const scopeOf = (c: Context): Scope => {
    const drafts = c.req.query('preview') === 'true'
    if (drafts) sessions.requireFullAccess(c)
    return { locale: requestLocale(c, content.locales()), drafts }
  }

  const answer = async (c: Context, { body, modified, isPrivate }: Answer): Promise<Response> => {
    const completed = await media.complete(body)
    c.header('Vary', 'Accept-Locale', { append: true })
    c.header('Cache-Control', isPrivate ? 'private, no-store' : 'no-cache')
    return answerUnchanged(c, Math.max(modified, completed.modified)) ?? c.json(completed.value)
  }

  return {
    list: (kind, compose, chosenFrom) => async (c) => {
      const scope = scopeOf(c)
      const listing = content.read(kind, scope, chosenFrom && ((known) => chosenFrom(known, c)))
      return answer(c, {
        body: listing.broken ?? compose(listing, c),
        modified: listing.modified,
        isPrivate: scope.drafts,
      })
    },

    show: (kind) => async (c) => {
      const scope = scopeOf(c)
      const name = c.req.param('name') ?? ''
      const byId = kind.path === contentKinds.pages.path || scope.drafts
      const isHidden = kind.path === contentKinds.hiddenPages.path
      const idInOtherLanguage = (): string | undefined =>
        content
          .locales()
          .flatMap((locale) => content.read(kind, { ...scope, locale }).slugs.get(name) ?? [])
          .map(({ raw }) => `${raw.id}`)[0]
      const namedIn = <T>({ slugs, ids }: Listing<T>): Stored<T>[] =>
        slugs.get(name) ??
        (byId ? ids.get(name) : undefined) ??
        (isHidden ? ids.get(idInOtherLanguage()) : undefined) ??
        []
      const listing = content.read(kind, scope, namedIn)
      const { modified, broken } = listing
      const named = namedIn(listing)
      const [found, second] = [...named.filter(isDraft), ...named.filter((one) => !isDraft(one))]
      // A draft may exist beside its published document.
      const isTwice = found && second && isDraft(found) === isDraft(second)
      // A document without an id might be the requested one.
      const body =
        (isTwice ? duplicateMarks(second, found, name) : found?.raw) ?? listing.ids.get('')?.[0]?.raw ?? broken
      if (body)
        return answer(c, {
          body,
          modified,
          isPrivate: scope.drafts || isHidden,
        })
      throw new HTTPException(404, { message: `There is no document "${name}" in "${scope.locale}/${kind.path}".` })
    },

    search: async (c) => {
      const scope = scopeOf(c)
      const { results, modified } = searchContent(content, scope, c.req.query('phrase') ?? '')
      return answer(c, { body: { member: results, totalItems: results.length }, modified, isPrivate: scope.drafts })
    },
  }
}

/** The answer if two documents have the same slug or id, because neither can be chosen. */
function duplicateMarks(second: Stored<unknown>, first: Stored<unknown>, name: string): FileMarks {
  return marksOf(second.file, {
    '@problem': `is called "${name}", but "${basename(first.file)}" already has that name`,
  })
}
