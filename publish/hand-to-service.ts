import type { Context } from 'hono'
import { proxy } from 'hono/proxy'

/**
 * Hands a request of a page, below `base`, to the content service at `api`. Nothing is added to it. A redirect of the service goes to the
 * browser as it is: followed here, it would reach whatever this machine can reach. When the service does not answer, the answer is 502.
 */
export async function handToService(context: Context, { api, base }: { api: string; base: string }): Promise<Response> {
  const { pathname, search } = new URL(context.req.url)
  // The browser's `host` is the name of this server, not that of the service.
  const headers = { ...context.req.header(), host: undefined }
  try {
    return await proxy(`${api}${pathname.slice(base.length)}${search}`, { ...context.req, headers, redirect: 'manual' })
  } catch {
    return context.json({ code: 502, message: 'The content service does not answer.' }, 502)
  }
}
