import { readFile, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve, sep } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { UsageError } from '#content/finding.ts'
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
 * restricted area, the nearest locale's 404 page with status 404, `/api` handed to the content service. Throws a
 * `UsageError` when there is no export or the port is taken.
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
  const redirects = new Map(routing.redirects.map(({ from, to }) => [withoutFinalSlash(from), to]))
  const files = serveStatic({
    root,
    allowPercentInPath: true,
    rewriteRequestPath: (_, context) => context.get('file' as never),
  })

  app.all(`${base}/*`, (context) => {
    const { pathname, search } = new URL(context.req.url)
    return proxy(`${api}${pathname.slice(base.length)}${search}`, { ...context.req, headers: context.req.header() })
  })

  app.on(['GET', 'HEAD'], '*', async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const path = decodePath(pathname)
    if (path === undefined) return sendNotFound(context, root, '/', routing)
    const target = redirects.get(withoutFinalSlash(path))
    if (target !== undefined) return context.redirect(locationOf(target, search), 301)
    const file = await findFile(root, path, routing)
    if (file === undefined) return sendNotFound(context, root, path, routing)
    if (file.isPage && path.length > 1 && path.endsWith('/')) {
      return context.redirect(`${withoutFinalSlash(pathname)}${search}`, 301)
    }
    context.set('file' as never, file.path as never)
    context.header('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    return (await files(context, next)) ?? sendNotFound(context, root, path, routing)
  })
  return app
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

async function sendNotFound(context: Context, root: string, path: string, { notFound }: Routing): Promise<Response> {
  const nearest = notFound.find(({ prefix }) => `${path}/`.startsWith(prefix))
  const html = nearest ? await readFile(join(root, nearest.file), 'utf8') : 'Not found\n'
  context.header('Cache-Control', 'no-cache')
  return context.html(html, 404)
}

function decodePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined // broken encoding names no page
  }
}

/** A target as a `Location`: percent-encoded, the request's query kept unless the target has one. */
function locationOf(target: string, search: string): string {
  const url = new URL(target, 'http://site.invalid')
  return `${url.pathname}${url.search || search}${url.hash}`
}

function withoutFinalSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
