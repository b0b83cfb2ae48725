import { maxHeaderSize } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { proxy } from 'hono/proxy'

/**
 * The names of the cookies that the content service has set. Browsers also send this server the cookies of every other
 * server on this machine, whatever its port.
 */
const ownCookies = new Set<string>()
const nameOf = (cookie: string): string => cookie.split('=', 1).join().trim()

/**
 * Passes a page's request below `base` on to the content service at `api`, without the cookies of other servers and
 * with nothing added. A redirect of the service is passed to the browser unchanged: if this server followed it, the
 * redirect could reach anything that this machine can reach. If the service does not answer, the response is 502.
 */
export async function proxyToService(
  context: Context,
  { api, base }: { api: string; base: string },
): Promise<Response> {
  const { pathname, search } = new URL(context.req.url)
  const cookies = (context.req.header('cookie') ?? '').split(';').filter((one) => ownCookies.has(nameOf(one)))
  const headers = {
    ...context.req.header(),
    ...{ host: undefined, connection: undefined, upgrade: undefined, expect: undefined }, // these concern only this server
    cookie: cookies.join(';').trim() || undefined,
  }
  try {
    const target = `${api}${pathname.slice(base.length)}${search}`
    const { raw } = context.req
    // In one piece, because a service may refuse a body and close the connection before it has read all of it. The
    // answer would then be lost if some of the body had still to be sent.
    const body = raw.body && (await raw.blob())
    const answer = await proxy(target, { raw, body, headers, redirect: 'manual', customFetch: fetchUnworded })
    for (const cookie of answer.headers.getSetCookie()) ownCookies.add(nameOf(cookie))
    return answer.body ? new Response(ReadableStream.from(untilCut(answer.body, context)), answer) : answer
  } catch (error) {
    return context.json({ code: 502, message: reasonOf(error) }, 502)
  }
}

/** Leaves out the words after the status: browsers do not show them, and `Response` refuses those beyond Latin-1. */
async function fetchUnworded(request: Request): Promise<Response> {
  const { body, status, headers } = await fetch(request)
  return new Response(body, { status, headers })
}

/**
 * The body of an answer. If it breaks off, the connection to the browser is cut as well, because an error would be
 * printed as if this server had failed.
 */
async function* untilCut(body: AsyncIterable<Uint8Array>, context: Context<{ Bindings: HttpBindings }>) {
  try {
    yield* body
  } catch {
    context.env.outgoing.destroy()
  }
}

function reasonOf(error: unknown): string {
  // `fetch` itself says only that it failed; the cause is, for example, an untrusted certificate
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  if (code !== 'UND_ERR_HEADERS_OVERFLOW') return `The content service does not answer: ${message || code}.`
  return `The headers in the answer of the content service are longer than ${maxHeaderSize} bytes. Configure the content service to send shorter headers, or set NODE_OPTIONS=--max-http-header-size to a larger number.`
}
