import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { contentRoutes } from './answers/content-routes.ts'
import { mediaRoutes } from './answers/media-routes.ts'
import type { DemoDatabase } from './database.ts'
import { answerFailed, wantsPage } from './forms/answer-page.ts'
import { formRoutes } from './forms/form-routes.ts'
import type { MediaFolder } from './source/media-folder.ts'
import type { Content } from './source/read-content.ts'
import { faultText } from './source/read-file.ts'
import { consentRoutes } from './visitors/consent-routes.ts'
import { sessionRoutes } from './visitors/session-routes.ts'
import { openSessions } from './visitors/sessions.ts'

export type DemoAppParts = {
  content: Content
  media: MediaFolder
  database: DemoDatabase
  industries?: readonly string[] | undefined
  onError: (error: Error) => void
}

const retainedHeaders = [
  ...RETAINED_304_HEADERS,
  'last-modified',
  'access-control-allow-origin',
  'access-control-expose-headers',
]

/**
 * The whole service as one app: the contract under `/api`, pictures under `/media`. Every failure is `{code, message}`.
 */
export function createDemoApp({ content, media, database, industries, onError }: DemoAppParts): Hono {
  const app = new Hono()
  const sessions = openSessions(database)
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'],
      allowHeaders: [
        'Authorization',
        'Accept-Locale',
        'Content-Type',
        'Idempotency-Key',
        'If-None-Match',
        'If-Modified-Since',
      ],
      exposeHeaders: ['ETag', 'Last-Modified', 'Retry-After'],
      maxAge: 600,
    }),
    methodNotAllowed({ app, onMethodNotAllowed: answerWrongMethod }),
    etag({ retainedHeaders }),
  )
  app.route('/api', contentRoutes({ content, media, sessions }))
  app.route('/api', sessionRoutes(sessions))
  app.route('/api', formRoutes({ content, database, industries }))
  app.route('/api/cookie_consents', consentRoutes(database))
  app.route('/media', mediaRoutes(media))
  app.notFound((c) => c.json({ code: 404, message: `The content service has nothing at "${c.req.path}".` }, 404))
  app.onError((error, c) => answerError(c, error, onError))
  return app
}

function answerWrongMethod(c: Context, methods: string[]): Response {
  const allow = methods.join(', ')
  return c.json({ code: 405, message: `"${c.req.path}" does not accept ${c.req.method}. It accepts ${allow}.` }, 405, {
    Allow: allow,
  })
}

function answerError(c: Context, error: Error, onError: (error: Error) => void): Response | Promise<Response> {
  const status = error instanceof HTTPException ? error.status : 500
  if (status === 500) onError(error)
  const message = faultText(error) ?? error.message
  if (c.req.method === 'POST' && wantsPage(c) && isPageStatus(status)) return answerFailed(c, status, message)
  return c.json({ code: status, message }, status)
}

function isPageStatus(status: number): status is 400 | 404 | 413 | 415 | 500 {
  return [400, 404, 413, 415, 500].includes(status)
}
