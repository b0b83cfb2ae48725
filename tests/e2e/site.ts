import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { startDemoService } from '#demo/start-demo-service.ts'
import { startStaticServer } from '#publish/serve/static-server.ts'
import { emptyPage } from './empty-page.ts'

export type Entry = { form: string; locale: string; body: Record<string, unknown>; files: string[] }

/** How the service of a test differs from the demo service: another answer, a cut connection, or a delay. */
export type Fault = {
  status?: number
  /** A JSON answer. `text` is an answer of any other type. */
  body?: unknown
  text?: string
  headers?: Record<string, string>
  /** `late` cuts the connection in the middle of the answer. */
  cut?: true | 'late'
  delayMs?: number
  /** Takes the request and never answers. */
  isSilent?: true
}

export type Site = {
  origin: string
  /** API requests so far, as `POST /api/login`, with their headers. */
  calls: { name: string; headers: IncomingMessage['headers'] }[]
  /** Chooses the fault of each request. Undefined leaves the request to the site. */
  faultOf: (path: string, method: string) => Fault | undefined
  /** A promise that must resolve before the request is answered. */
  waitFor: (path: string) => Promise<void> | undefined
  /** The form entries that the demo service has stored. */
  entries: () => Entry[]
  close: () => Promise<void>
}

const policy = [
  "default-src 'none'",
  "script-src 'self' 'inline-speculation-rules'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** Serves an export with its own demo service, under the strict policy that the site is made for. */
export async function startSite(directory: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'site-served-'))
  const database = join(folder, 'demo.sqlite')
  const service = await startDemoService({ database })
  const host = await startStaticServer({ directory, api: service.api, port: 0 })
  const site: Site = {
    origin: '',
    calls: [],
    faultOf: () => undefined,
    waitFor: () => undefined,
    entries: () => readEntries(database),
    async close() {
      front.closeAllConnections()
      await new Promise((closed) => front.close(closed))
      await host.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  const front = createServer((request, response) => {
    const { url = '', method = '', headers } = request
    if (url.startsWith('/api')) site.calls.push({ name: `${method} ${url.split('?')[0]}`, headers })
    const fault = site.faultOf(url, method)
    setTimeout(async () => {
      await site.waitFor(url)
      if (url === emptyPage.path) response.end(emptyPage.html)
      else if (fault?.isSilent) request.resume()
      else if (fault?.cut === true) response.destroy()
      else if (fault?.status) answer(response, fault)
      else forward(request, response, host.origin)
    }, fault?.delayMs ?? 0)
  })
  await new Promise<void>((started) => front.listen(0, '127.0.0.1', started))
  site.origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  return site
}

function answer(response: ServerResponse, { status = 500, body, text, headers, cut }: Fault): void {
  const type = text === undefined ? 'application/json' : 'text/html'
  const content = text ?? JSON.stringify(body ?? {})
  const length = cut ? { 'content-length': content.length * 2 } : {}
  response.writeHead(status, { 'content-type': type, ...length, ...headers })
  if (cut) response.write(content, () => setTimeout(() => response.destroy()))
  else response.end(content)
}

function forward(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, url, headers } = request
  const onward = send(`${origin}${url}`, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, { 'content-security-policy': policy, ...answered.headers })
    answered.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

function readEntries(file: string): Entry[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare('SELECT id, form, locale, body FROM form_entries ORDER BY id').all()
    const files = database.prepare('SELECT entry_id, name FROM entry_files ORDER BY id').all()
    return rows.map(({ id, form, locale, body }) => ({
      form: String(form),
      locale: String(locale),
      body: JSON.parse(String(body)) as Record<string, unknown>,
      files: files.filter((one) => one.entry_id === id).map(({ name }) => String(name)),
    }))
  } finally {
    database.close()
  }
}

/** `hasChosen`: the visitor has already answered the consent dialog. */
export type VisitOptions = BrowserContextOptions & { hasChosen?: boolean }

export type Visit = { page: Page; context: BrowserContext; complaints: string[] }

/** Opens a page in a new context. Complaints of the browser (errors, policy violations) are collected. */
export async function visit(
  browser: Browser,
  url: string,
  { hasChosen = true, ...options }: VisitOptions = {},
): Promise<Visit> {
  const visit = await openPage(browser, options)
  if (hasChosen)
    await visit.context.addInitScript((record) => {
      try {
        localStorage.setItem('cookiesTypes', record)
      } catch {} // a page without storage
    }, storedConsent())
  await visit.page.goto(url)
  return visit
}

/** Removes functions that the oldest supported browsers lack (`publish/bundle/bundle.ts`). */
function forgetNewCalls(): void {
  const tooNew: [object, ...string[]][] = [
    [URL, 'parse', 'canParse'],
    [Promise, 'withResolvers', 'try'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with'],
    [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    [String.prototype, 'isWellFormed', 'toWellFormed'],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'map', 'filter', 'take', 'drop', 'flatMap', 'toArray'],
    [globalThis, 'requestIdleCallback', 'cancelIdleCallback', 'scheduler'],
  ]
  for (const [owner, ...names] of tooNew) for (const name of names) Reflect.deleteProperty(owner, name)
}

/** An empty page in a new context, without service workers. */
export async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  await context.addInitScript(forgetNewCalls)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    const isOfPlaywright = message.text().startsWith('Service Worker registration blocked')
    if (/error|warning/.test(message.type()) && !isOfPlaywright) complaints.push(message.text())
  })
  return { page: await context.newPage(), context, complaints }
}

/** The stored record of a visitor who refused all cookies that are not necessary. */
export function storedConsent(): string {
  const refused = { functionalConsent: false, analyticConsent: false, advertisingConsent: false }
  const record = { id: '1', referral: '', revision: 1, time: new Date().toISOString(), necessaryConsent: true }
  return JSON.stringify({ ...record, ...refused })
}
