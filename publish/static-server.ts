import { readFile, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve, sep } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { UsageError } from '#content/finding.ts'
import { decodePath, locationOf, withoutFinalSlash } from './request-path.ts'
import { type Routing, readRouting } from './routing.ts'

export type StaticServerOptions = {
  /** Folder of the export, as given to `--out`. */
  directory: string
  /** Base address of the content service, which answers below the site's `/api`. */
  api: string
  /** 0 for any free port. */
  port: number
}

export type StaticServer = { origin: string; close: () => Promise<void> }

/**
 * Serves an export on 127.0.0.1 as a good static host does: clean addresses without a hop, redirects in one hop, shells of the
 * restricted area, the nearest locale's 404 page with status 404, every header of `routing.json` but HSTS, `/api` handed to the
 * content service. Throws a `UsageError` when there is no export or the port is taken.
 */
export async function startStaticServer({ directory, api, port }: StaticServerOptions): Promise<StaticServer> {
  const routing = await readRouting(directory)
  const app = createStaticApp(resolve(directory, 'site'), routing, api)
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  await new Promise<void>((started, failed) => {
    server.once('listening', started)
    server.once('error', (cause) =>
      failed(new UsageError(`Port ${port} cannot be used.`, { hint: 'Choose another one with --port.', cause })),
    )
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function createStaticApp(root: string, routing: Routing, api: string): Hono {
  const app = new Hono()
  const base = routing.apiBase.startsWith('/') ? routing.apiBase : '/api'
  const gone = new Set(routing.gone.map(withoutFinalSlash))
  const redirects = new Map(routing.redirects.map(({ from, to }) => [withoutFinalSlash(from), to]))
  const files = serveStatic({
    root,
    allowPercentInPath: true,
    rewriteRequestPath: (_, context) => context.get('file' as never),
  })

  app.all(`${base}/*`, async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const target = `${api}${pathname.slice(base.length)}${search}`
    try {
      return await proxy(target, { ...context.req, headers: context.req.header() })
    } catch {
      return context.json({ code: 502, message: 'The content service does not answer.' }, 502)
    }
  })

  app.use('*', async (context, next) => {
    await next()
    addHeaders(context, routing)
  })

  app.on(['GET', 'HEAD'], '*', async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const path = decodePath(pathname)
    if (path === undefined) return sendNotFound(context, root, '/', routing)
    const bare = withoutFinalSlash(path).normalize('NFC')
    if (gone.has(bare)) return sendNotFound(context, root, path, routing, 410)
    const target = redirects.get(bare)
    if (target !== undefined) return context.redirect(locationOf(target, search), 301)
    const file = await findFile(root, path, routing)
    if (file === undefined) return sendNotFound(context, root, path, routing)
    if (file.isPage && path.length > 1 && path.endsWith('/')) {
      return context.redirect(`${withoutFinalSlash(pathname)}${search}`, 301)
    }
    context.set('file' as never, file.path as never)
    return (await files(context, next)) ?? sendNotFound(context, root, path, routing)
  })
  return app
}

/** What holds for assets holds for those that are there. HSTS is left out: browsers would keep it for all that runs on loopback. */
function addHeaders({ req, res }: Context, { headers }: Routing): void {
  const isAsset = res.ok && req.path.startsWith('/assets/')
  for (const { name, value, assets } of headers) {
    if (name !== 'Strict-Transport-Security') res.headers.set(name, (isAsset && assets) || value)
  }
}

type FoundFile = { path: string; isPage: boolean }

/** The file that answers a decoded path: a page, a file as it is, or a shell. */
async function findFile(root: string, path: string, { pageFiles, shells }: Routing): Promise<FoundFile | undefined> {
  const bare = withoutFinalSlash(path)
  const page = bare === '/' ? '/index.html' : pageFiles === 'file' ? `${bare}.html` : `${bare}/index.html`
  if (await isFile(root, page)) return { path: page, isPage: true }
  if (!path.endsWith('/') && (await isFile(root, path))) return { path, isPage: false }
  const shell = shells.find(({ prefix }) => path.startsWith(prefix) && path.length > prefix.length)
  return shell && { path: `/${shell.file}`, isPage: false }
}

async function isFile(root: string, path: string): Promise<boolean> {
  const file = resolve(root, `.${path}`)
  if (!file.startsWith(root + sep)) return false
  const found = await stat(file).catch(() => undefined) // whatever keeps it from being read, there is no such page
  return found?.isFile() ?? false
}

async function sendNotFound(
  context: Context,
  root: string,
  path: string,
  { notFound }: Routing,
  status: 404 | 410 = 404,
): Promise<Response> {
  const nearest = notFound.find(({ prefix }) => `${path}/`.startsWith(prefix))
  const html = nearest ? await readFile(join(root, nearest.file), 'utf8') : 'Not found\n'
  return context.html(html, status)
}
