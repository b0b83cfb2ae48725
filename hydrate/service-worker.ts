/// <reference lib="webworker" />

/** Facts about the export, which `publish/bundle/service-worker.ts` inserts. */
export type ServiceWorkerFacts = {
  /** Changes with the hashed files of the export. */
  version: string
  /** Files that the offline pages need. Files below `/assets/` are hashed. */
  files: string[]
  /** Offline pages by the prefix of their locale, the longest prefix first. The last prefix is `/`. */
  offline: { prefix: string; href: string }[]
  /** Path of the content service, whose requests the worker ignores. Empty when the service is on another origin. */
  api: string
  /** Paths of restricted pages. These paths and all paths below them are never stored. */
  never: string[]
}

declare const self: ServiceWorkerGlobalScope
declare const facts: ServiceWorkerFacts

/** Prefix of the worker's caches. Other scripts of the origin may have caches too, which the worker leaves alone. */
const ourCaches = 'site-'
const cacheName = `${ourCaches}${facts.version}`
const maxEntries = 200

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('Range')) return
  if (isOfService(pathname)) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(event))
  else if (facts.files.includes(pathname)) event.respondWith(answerIcon(request))
})

/** Stores the open pages and the offline pages of their languages. Other languages follow with their first page. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const offline = new Set(pages.map(({ url }) => offlineOf(new URL(url).pathname)))
  await cache.addAll([...facts.files, ...offline])
  await Promise.all(pages.map(({ url }) => keepOpenPage(url).catch(() => {}))) // the worker does not need these pages
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const earlier = names.filter((name) => name.startsWith(ourCaches) && name !== cacheName)
  await Promise.all(earlier.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/**
 * Hashed files never change, so the stored file comes first. A page in place of a missing file, as some hosts answer, is
 * not stored.
 */
async function answerAsset(event: FetchEvent): Promise<Response> {
  const stored = await find(event.request)
  if (stored) return stored
  const response = await fetch(event.request)
  if (response.ok && response.type === 'basic' && !isHtml(response))
    event.waitUntil(store(event.request, response.clone()))
  return response
}

/** The icon may change without a new name, so the network comes first. Offline pages need the stored icon. */
async function answerIcon(request: Request): Promise<Response> {
  return fetch(request).catch(async () => (await find(request)) ?? Response.error())
}

/** The network comes first, then the page as it was last seen, then the offline page of the language. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request))
    // In Firefox a failed preload results in an error response.
    if (response.type === 'error') throw new TypeError('The page could not be prefetched.')
    event.waitUntil(keepOffline(pathname))
    if (mayBeKept(event.request.url) && isPage(response)) event.waitUntil(store(event.request, response.clone()))
    return response
  } catch (error) {
    const page = (await find(event.request, { ignoreSearch: true })) ?? (await findOffline(pathname))
    if (page) return page
    throw error
  }
}

/** Returns the stored response. `undefined` without one, and when the storage fails, so that the site still works. */
function find(request: RequestInfo, options: CacheQueryOptions = {}): Promise<Response | undefined> {
  return caches.match(request, { ...options, cacheName }).catch(() => undefined)
}

/** Returns the offline page in the language of an address, or else in another language that was visited. */
async function findOffline(pathname: string): Promise<Response | undefined> {
  for (const href of [offlineOf(pathname), ...facts.offline.map(({ href }) => href)]) {
    const page = await find(href)
    if (page) return page
  }
}

/** Stores a page that was opened before the worker was installed. */
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

/** Stores a response, and deletes the oldest entries above the limit, except offline pages and their files. */
async function store(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(request, response)
  const kept = new Set([...facts.files, ...facts.offline.map(({ href }) => href)])
  const others = (await cache.keys()).filter(({ url }) => !kept.has(new URL(url).pathname))
  await Promise.all(others.slice(0, Math.max(0, others.length - maxEntries)).map((old) => cache.delete(old)))
}

function mayBeKept(url: string): boolean {
  const { pathname, search } = new URL(url)
  return !search && !facts.never.some((path) => isBelow(pathname, path)) && !isOfService(pathname)
}

function isPage(response: Response): boolean {
  return response.ok && !response.redirected && isHtml(response)
}

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false
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
