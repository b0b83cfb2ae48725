import { type Context, Hono } from 'hono'
import { adminHref } from '#preview/admin-href.ts'
import { type Answer, memberKinds, type Question, type Target, targetSchema } from '#preview/messages.ts'
import { type Failure, pageRefSchema } from '#preview/panel-data.ts'
import { typeOfFile } from '#publish/hosts/content-types.ts'
import { isServicePath } from '#publish/redirects/request-path.ts'
import { proxyToService } from '#publish/serve/proxy-to-service.ts'
import type { PanelFiles } from './bundle-panel.ts'
import { guardRequests } from './guard-requests.ts'
import type { LiveEvents } from './live-events.ts'
import { panelPage } from './panel-page.ts'

export type PreviewAppParts = {
  port: () => number
  ask: (question: Question) => Promise<Answer>
  /** The locale of an address under `/admin/` that does not name one. */
  defaultLocale: () => Promise<string>
  /** The path below which the content service is available. */
  apiBase: () => Promise<string>
  api: string
  /** The files of the panel, bundled when they are first requested. */
  panel: () => Promise<PanelFiles>
  events: LiveEvents
}

const panelPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

/**
 * Creates the whole preview as one app: the panel below `/admin/`, the content service below its path, and the site
 * everywhere else.
 */
export function createPreviewApp(parts: PreviewAppParts): Hono {
  const { port, ask, events } = parts
  /** Returns the target that a request names, or `undefined` if it does not name a page. */
  const targetOf = async (query: Record<string, string | undefined>): Promise<Target | undefined> => {
    const locale = query.locale || (await parts.defaultLocale())
    const result = targetSchema.safeParse({ ...query, locale })
    return result.success ? result.data : undefined
  }
  const app = new Hono()
  app.use(guardRequests(port))
  app.use('/admin/*', async (_, next) => {
    // bundled while the page is rendered; a request for its files reports any error
    parts.panel().catch(() => {})
    await next()
  })
  app.get('/admin', (context) => context.redirect('/admin/', 301))
  app.get('/admin/', () => sendPanel('All pages'))
  app.get('/admin/assets/:file', async (context) => sendPanelFile(context, await parts.panel()))
  app.get('/admin/events', async (context) => events.stream(context, await targetOf(context.req.query())))
  addReads(app, ask, targetOf)
  app.get('/admin/before/*', async (context) =>
    send(await ask({ kind: 'before', path: below('/admin/before', context) })),
  )
  app.get('/admin/after/:nodeType/:id/:locale/*', async (context) => {
    const { nodeType, id, locale } = context.req.param()
    const prefix = `/admin/after/${[nodeType, id, locale].map(encodeURIComponent).join('/')}`
    const target = await targetOf({ nodeType, id, locale, of: context.req.query('of') })
    return target ? send(await ask({ kind: 'after', target, path: below(prefix, context) })) : noPage(context)
  })
  app.get('/admin/draft/:nodeType/:id', async (context) => {
    const target = await targetOf({ ...context.req.query(), ...context.req.param() })
    return target ? send(await ask({ kind: 'draft', target })) : noPage(context)
  })
  app.get('/admin/:nodeType/:id', async (context) => {
    const locale = context.req.query('locale')
    const target = await targetOf({ ...context.req.query(), ...context.req.param() })
    if (!target) return noPage(context)
    const found = await ask({ kind: 'find', target })
    if (found.status !== 200) return send(await ask({ kind: 'draft', target })) // as a page that says what is wrong
    // the panel reads its target from its address
    if (target.locale !== locale) return context.redirect(adminHref(target))
    const { title, href } = pageRefSchema.parse(JSON.parse(Buffer.from(found.body).toString()))
    return sendPanel(title, href)
  })
  app.all('/admin/*', (context) =>
    context.text('There is nothing at this address of the preview. All pages are listed at /admin/.\n', 404),
  )
  app.all('*', async (context) => {
    const base = await parts.apiBase()
    const { pathname, search } = new URL(context.req.url)
    if (isServicePath(pathname, base)) return proxyToService(context, { api: parts.api, base })
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      return context.text('A static site accepts only GET and HEAD requests.\n', 405, { Allow: 'GET, HEAD' })
    }
    return send(await ask({ kind: 'site', path: `${pathname}${search}` }))
  })
  app.onError(({ message }, context) => {
    const failure: Failure = { status: 500, title: 'pageData error', causes: [message] }
    const isApi = context.req.path.startsWith('/admin/api/')
    return isApi ? context.json(failure, 500) : context.text(`${failure.title}\n${message}\n`, 500)
  })
  return app
}

type TargetOf = (query: Record<string, string | undefined>) => Promise<Target | undefined>

function addReads(app: Hono, ask: PreviewAppParts['ask'], targetOf: TargetOf): void {
  app.get('/admin/api/pages', async () => send(await ask({ kind: 'pages' })))
  app.get('/admin/api/where', async (context) =>
    send(await ask({ kind: 'where', path: context.req.query('path') ?? '/' })),
  )
  app.post('/admin/api/refresh', async () => send(await ask({ kind: 'refresh' })))
  for (const kind of ['panel', 'reach', 'find', 'marks'] as const) {
    app.get(`/admin/api/${kind}`, async (context) => {
      const { path = '/', ...query } = context.req.query()
      const target = await targetOf(query)
      return target ? send(await ask({ kind, target, path })) : noPage(context)
    })
  }
}

function noPage(context: Context): Response {
  const message = `The address of a preview is /admin/{type of the node}/{id}?locale={locale}. For a member of a collection, add &of= with one of: ${memberKinds.join(', ')}.`
  return context.text(`pageData error\n${message}\n`, 400)
}

function below(prefix: string, context: Context): string {
  const { pathname, search } = new URL(context.req.url)
  return `${pathname.slice(prefix.length) || '/'}${search}`
}

function send({ status, headers, body }: Answer): Response {
  const isEmpty = status === 301 || status === 307 || status === 204
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers })
}

function sendPanel(title: string, href?: string): Response {
  return new Response(panelPage(title, href), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': panelPolicy,
    },
  })
}

function sendPanelFile(context: Context, files: PanelFiles): Response {
  const name = context.req.param('file') ?? ''
  const bytes = files.get(name)
  if (!bytes) return context.text('The panel has no file with this name.\n', 404)
  const headers = { 'content-type': typeOfFile(name), 'cache-control': 'no-cache' }
  return new Response(new Uint8Array(bytes), { headers })
}
