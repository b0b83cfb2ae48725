import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startDemoService } from '#demo/start-demo-service.ts'
import { startStaticServer } from '#publish/serve/static-server.ts'
import { buildSite } from '#renderer/build-site.ts'
import { parseSettings, type SettingsInput } from '#renderer/settings.ts'
import settings from '#site.config.ts'
import { emptyPage } from './empty-page.ts'

export type Received = { method: string; url: string; body: string; headers: IncomingMessage['headers'] }

export type LoopbackServer = {
  origin: string
  received: Received[]
  /** Answers a request instead of the server. Returns false to leave the request to the server. */
  intercept: ((request: Received, response: ServerResponse) => boolean) | undefined
  close: () => Promise<void>
}

export type VariantSite = LoopbackServer & {
  /** Stops the server, which then answers nothing. */
  goAway: () => Promise<void>
}

export type VariantOptions = {
  settings?: Partial<SettingsInput>
  locales?: string[]
  /** Further origins that the policy allows. */
  thirdParties?: string[]
}

/** Builds the demo site with other settings and serves it under a strict policy, with the demo service at `/api`. */
export async function startVariantSite(options: VariantOptions = {}): Promise<VariantSite> {
  const folder = await mkdtemp(join(tmpdir(), 'site-variant-'))
  const demo = await startDemoService({ database: join(folder, 'demo.sqlite') })
  const parsed = parseSettings({ ...settings, ...options.settings }, 'settings of the test')
  const [family] = parsed.families
  if (!family) throw new Error('The settings have no family.')
  const out = join(folder, 'out')
  const { errors, isPublished } = await buildSite({
    settings: parsed,
    family,
    locales: options.locales ?? ['pl', 'en'],
    toolRoot: resolve('.'),
    siteRoot: resolve('.'),
    out,
    api: demo.api,
    engine: 'react',
    concurrency: 8,
  })
  if (!isPublished) throw new Error(`The site was not built: ${JSON.stringify(errors)}`)
  const host = await startStaticServer({ directory: out, api: demo.api, port: 0 })
  const policy = policyOf(options.thirdParties ?? [])
  const server = await startLoopbackServer((request, response) => {
    if (request.url === emptyPage.path) return response.end(emptyPage.html)
    const forwarded = send(
      `${host.origin}${request.url}`,
      { method: request.method, headers: { ...request.headers, host: new URL(host.origin).host } },
      (answer) => {
        const isPage = answer.headers['content-type']?.startsWith('text/html')
        response.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          ...(isPage && { 'content-security-policy': policy }),
        })
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    forwarded.end(request.body)
  })
  return {
    ...server,
    get intercept() {
      return server.intercept
    },
    set intercept(answer) {
      server.intercept = answer
    },
    goAway: server.close,
    close: async () => {
      await server.close()
      await host.close()
      await demo.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function policyOf(thirdParties: string[]): string {
  const others = thirdParties.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self' 'inline-speculation-rules'${others}`,
    "style-src 'self'",
    `img-src 'self'${others}`,
    "font-src 'self'",
    `connect-src 'self'${others}`,
    "manifest-src 'self'",
    `frame-src${others || " 'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

/** A server on a free port of the loopback address that records its requests. */
export async function startLoopbackServer(
  answer: (request: Received, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const state: LoopbackServer = { origin: '', received: [], intercept: undefined, close: async () => {} }
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() }
      state.received.push(request)
      if (!state.intercept?.(request, response)) answer(request, response)
    })
  })
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  state.close = () =>
    new Promise((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return state
}
