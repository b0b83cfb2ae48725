/// <reference lib="webworker" />

/** What the build knows of the export; `publish/service-worker.ts` puts it in. */
export type ServiceWorkerFacts = {
  /** Changes with the hashed files of the export. */
  version: string
  /** Files that the offline pages need; those below `/assets/` are hashed. */
  files: string[]
  /** Offline pages by the prefix of their locale, the longest first; the last has the prefix `/`. */
  offline: { prefix: string; href: string }[]
  /** Path of the content service, which is none of the worker's business; empty when it is on another origin. */
  api: string
  /** Paths that are never stored, with what is below them: restricted pages. */
  never: string[]
}

declare const self: ServiceWorkerGlobalScope
declare const facts: ServiceWorkerFacts

/** Other scripts of the origin may have caches of their own, which are none of the worker's business. */
const ourCaches = 'site-'
const cacheName = `${ourCaches}${facts.version}`
const mostEntries = 200

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('Range')) return
  if (isOfService(pathname)) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(event))
  else if (facts.files.includes(pathname)) event.respondWith(answerIcon(request))
})

/** Stores the pages that are open, and the offline pages of their languages. Those of other languages follow with their first page. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const offline = new Set(pages.map(({ url }) => offlineOf(new URL(url).pathname)))
  await cache.addAll([...facts.files, ...offline])
  await Promise.all(pages.map(({ url }) => keepOpenPage(url).catch(() => {}))) // the worker is as good without such a page
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const earlier = names.filter((name) => name.startsWith(ourCaches) && name !== cacheName)
  await Promise.all(earlier.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Hashed files never change: the stored one is as good as any. */
async function answerAsset(event: FetchEvent): Promise<Response> {
  const stored = await find(event.request)
  if (stored) return stored
  const response = await fetch(event.request)
  if (response.ok && response.type === 'basic') event.waitUntil(store(event.request, response.clone()))
  return response
}

/** The icon may change under its name, and stands in offline pages all the same. */
async function answerIcon(request: Request): Promise<Response> {
  return fetch(request).catch(async () => (await find(request)) ?? Response.error())
}

/** The network first; without it the page as it was last seen, else the offline page of the language. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (response.type === 'error') throw new TypeError('The page could not be fetched ahead.') // Firefox tells a failed preload so
    event.waitUntil(keepOffline(pathname))
    if (mayBeKept(event.request.url) && isPage(response)) event.waitUntil(store(event.request, response.clone()))
    return response
  } catch (error) {
    const page = (await find(event.request, { ignoreSearch: true })) ?? (await findOffline(pathname))
    if (page) return page
    throw error
  }
}

/** The stored answer; `undefined` without one, or when the browser cannot open its storage, so that the site can be read all the same. */
function find(request: RequestInfo, options: CacheQueryOptions = {}): Promise<Response | undefined> {
  return caches.match(request, { ...options, cacheName }).catch(() => undefined)
}

/** The offline page of the language of an address, else of another one that was visited. */
async function findOffline(pathname: string): Promise<Response | undefined> {
  for (const href of [offlineOf(pathname), ...facts.offline.map(({ href }) => href)]) {
    const page = await find(href)
    if (page) return page
  }
}

/** Stores a page of a first visit, which was open before the worker was there. */
async function keepOpenPage(url: string): Promise<void> {
  if (!mayBeKept(url)) return
  const response = await fetch(url)
  if (isPage(response)) await store(new Request(url), response)
}

async function keepOffline(pathname: string): Promise<void> {
  const cache = await caches.open(cacheName)
  const href = offlineOf(pathname)
  if (!(await cache.match(href))) await cache.add(href)
}

/** The oldest entries make room, those stored at the installation excepted. */
async function store(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(request, response)
  const kept = new Set([...facts.files, ...facts.offline.map(({ href }) => href)])
  const others = (await cache.keys()).filter(({ url }) => !kept.has(new URL(url).pathname))
  await Promise.all(others.slice(0, Math.max(0, others.length - mostEntries)).map((old) => cache.delete(old)))
}

function mayBeKept(url: string): boolean {
  const { pathname, search } = new URL(url)
  return !search && !isPrivate(pathname) && !isOfService(pathname)
}

function isPage({ ok, redirected, headers }: Response): boolean {
  return ok && !redirected && (headers.get('Content-Type')?.startsWith('text/html') ?? false)
}

function isPrivate(pathname: string): boolean {
  return facts.never.some((path) => isBelow(pathname, path))
}

function isOfService(pathname: string): boolean {
  return facts.api !== '' && isBelow(pathname, facts.api)
}

function offlineOf(pathname: string): string {
  return facts.offline.find(({ prefix }) => `${pathname}/`.startsWith(prefix))?.href ?? '/offline.html'
}

function isBelow(pathname: string, path: string): boolean {
  return `${pathname}/`.startsWith(`${path}/`)
}
