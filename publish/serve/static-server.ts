import { readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { pageFile } from '#publish/hosts/rules.ts'
import { locationOf } from '#publish/redirects/redirect-address.ts'
import { decodePath, withoutFinalSlash } from '#publish/redirects/request-path.ts'
import { isShellAddress } from '#publish/redirects/shell-pattern.ts'
import { type Routing, readRouting, routingPath } from '#publish/routing.ts'
import { proxyToService } from './proxy-to-service.ts'
import { type AppServer, serveApp } from './serve-app.ts'

export type StaticServerOptions = {
  /** Folder of the export, as passed to `--out`. */
  directory: string
  /**
   * Base address of the content service, which answers below the `apiBase` of the site. Not set if browsers request the
   * service directly.
   */
  api?: string
  /** 0 for any free port. */
  port: number
}

/**
 * Serves an export on 127.0.0.1 as a good static host does: clean addresses without a redirect, redirects in one hop,
 * shells of the restricted area, the nearest locale's 404 page with status 404, every header of `routing.json` except
 * HSTS, compressed text, and `/api` passed to the content service. What a later build publishes there is served too. The
 * server answers only requests that address it by a name of this machine. Throws a `UsageError` if there is no export or
 * the port is taken.
 */
export async function startStaticServer({ directory, api, port }: StaticServerOptions): Promise<AppServer> {
  const open = async (): Promise<Hono> => createStaticApp(resolve(directory, 'site'), await readRouting(directory), api)
  let [stamp, current] = [await stampOf(directory), await open()]
  const app = new Hono()
  app.all('*', async ({ req, env }) => {
    const now = await stampOf(directory)
    if (now !== undefined && now !== stamp) {
      current = await open().catch(() => current) // a routing that cannot be used is not yet that of an export
      stamp = now
    }
    return current.fetch(req.raw, env)
  })
  return serveApp(app, port)
}

/** What differs when a build has replaced the routing; `undefined` while there is none. */
async function stampOf(directory: string): Promise<string | undefined> {
  const found = await stat(routingPath(directory)).catch(() => undefined)
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`
}

function createStaticApp(root: string, routing: Routing, api?: string): Hono {
  const app = new Hono()
  const { apiBase: base } = routing
  const gone = new Set(routing.gone.map(withoutFinalSlash))
  const redirects = new Map(routing.redirects.map(({ from, to }) => [withoutFinalSlash(from), to]))
  const notFound = async (context: Context, path: string, status: 404 | 410 = 404): Promise<Response> => {
    const nearest = pageBelow(routing.notFound, path)
    return context.html(nearest ? await readFile(join(root, nearest.file), 'utf8') : 'Not found\n', status)
  }
  const files = serveStatic({
    root,
    allowPercentInPath: true,
    rewriteRequestPath: (_, context) => context.get('file' as never),
  })

  app.use('*', async (context, next) => {
    if (isLoopbackName(context.req.header('host'))) return next()
    return context.text('This server answers only at names of this machine: localhost, 127.0.0.1.\n', 421)
  })

  if (api) app.all(`${base}/*`, (context) => proxyToService(context, { api, base }))

  app.use(compress())
  app.use('*', async (context, next) => {
    await next()
    addHeaders(context, routing)
  })

  app.onError(async (_, context) => {
    const page = pageBelow(routing.serverErrors, context.req.path)
    // The disk itself may have failed, so the page may be unreadable.
    const html = page && (await readFile(join(root, page.file), 'utf8').catch(() => undefined))
    return context.html(html ?? 'The server failed.\n', 500)
  })

  app.get('*', async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const path = decodePath(pathname)
    if (path === undefined) return notFound(context, '/')
    const bare = withoutFinalSlash(path)
    if (gone.has(bare)) return notFound(context, path, 410)
    const target = redirects.get(bare)
    if (target !== undefined) return context.redirect(locationOf(target, search), 301)
    const file = await findFile(root, path, routing)
    if (file === undefined) return notFound(context, path)
    if (file.isPage && pathname.length > 1 && pathname.endsWith('/')) {
      return context.redirect(`${withoutFinalSlash(pathname)}${search}`, 301)
    }
    context.set('file' as never, file.path as never)
    ignoreRange(context.req)
    return (await files(context, async () => {})) ?? notFound(context, path)
  })
  app.all('*', ({ text }) => text('A static site accepts only GET and HEAD requests.\n', 405, { Allow: 'GET, HEAD' }))
  return app
}

/**
 * Whether a request addresses this machine by a loopback name. Any other name means that a foreign site resolves to
 * this machine (DNS rebinding) to read what this server can read.
 */
function isLoopbackName(host = ''): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host)
}

/**
 * Removes a range that `serveStatic` would answer wrongly: one of another form or unit, several at once, or one that is
 * wanted only of a certain version of the file. The response is then the whole file.
 */
function ignoreRange({ raw: { headers } }: Context['req']): void {
  const isSimple = /^bytes=(\d+-\d*|-\d+)$/.test(headers.get('range') ?? '')
  if (!isSimple || headers.has('if-range')) headers.delete('range')
}

/**
 * Adds the headers of every response, those of assets to successful responses only. HSTS is left out, because browsers
 * would apply it to every server on loopback.
 */
function addHeaders({ req, res }: Context, { headers }: Routing): void {
  const isAsset = res.ok && req.path.startsWith('/assets/')
  for (const { name, value, assets } of headers) {
    if (name !== 'Strict-Transport-Security') res.headers.set(name, (isAsset && assets) || value)
  }
}

type FoundFile = { path: string; isPage: boolean }

/** The file that answers a decoded path: a page, another file, or a shell. */
async function findFile(root: string, path: string, routing: Routing): Promise<FoundFile | undefined> {
  const page = pageFile(withoutFinalSlash(path), routing)
  if (await isFile(root, page)) return { path: page, isPage: true }
  if (!path.endsWith('/') && (await isFile(root, path))) return { path, isPage: false }
  const shell = routing.shells.find((pattern) => isShellAddress(path, pattern))
  return shell && { path: `/${shell.file}`, isPage: true }
}

async function isFile(root: string, path: string): Promise<boolean> {
  const file = resolve(root, `.${path}`)
  if (!file.startsWith(root + sep)) return false
  // A page that cannot be read, for whatever reason, counts as missing.
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ?? false
}

function pageBelow(pages: Routing['notFound'], path: string): Routing['notFound'][number] | undefined {
  return pages.find(({ prefix }) => `${path}/`.startsWith(prefix))
}
