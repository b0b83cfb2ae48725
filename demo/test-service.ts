import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DemoServiceOptions, startDemoService } from './start-demo-service.ts'

export type Answer = { status: number; headers: Headers; text: string; json: () => unknown }

export type TestService = {
  origin: string
  folder: string
  database: string
  errors: Error[]
  /** A request below the origin; a plain object as `json` is sent as JSON. */
  ask(path: string, init?: RequestInit & { json?: unknown }): Promise<Answer>
  write(file: string, value: unknown): void
  close(): Promise<void>
}

/** One pixel, so that a picture is a real one. */
export const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** Starts the service over content written by the test: file name (below `content/`) → value. Everything is removed at `close`. */
export async function startTestService(
  files: Record<string, unknown>,
  options: Partial<DemoServiceOptions> = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-service-'))
  const write = (file: string, value: unknown): void => {
    const path = join(folder, 'content', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [file, value] of Object.entries(files)) write(file, value)
  mkdirSync(join(folder, 'media'))
  writeFileSync(join(folder, 'media', 'pixel.gif'), pixel)
  writeFileSync(join(folder, 'media', 'notes.txt'), 'not a picture')
  const errors: Error[] = []
  const database = join(folder, 'cache', 'demo.sqlite')
  const service = await startDemoService({
    database,
    contentFolder: join(folder, 'content'),
    mediaFolder: join(folder, 'media'),
    onError: (error) => void errors.push(error),
    ...options,
  })
  return {
    origin: service.origin,
    folder,
    database,
    errors,
    write,
    async ask(path, { json, ...init } = {}) {
      const body =
        json === undefined
          ? {}
          : { body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...init.headers } }
      const response = await fetch(`${service.origin}${path}`, { ...init, ...body })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as unknown }
    },
    async close() {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const asDeveloper = { authorization: 'Bearer demo-token' }

const text = (id: string, html: string) => ({ id, type: 'text', html })
const post = (number: number) => ({
  id: 1000 + number,
  slug: `post-${number}`,
  title: `Post ${number}`,
  lead: 'Lead',
  publicationDate: `2026-01-${String(number).padStart(2, '0')}T08:00:00+01:00`,
  author: 'A. Writer',
  blocks: [text(`p${number}`, `<p>Text ${number}</p>`)],
})

/** Content of two locales that has one of everything. */
export const smallContent: Record<string, unknown> = {
  'pl/nodes.yaml': [],
  'pl/job-offers/fitter.yaml': { id: 301, slug: 'monter', title: 'Monter', blocks: [] },
  'en/nodes.yaml': [
    { nodeType: 'root', action: 'index', slug: '/', nodeReference: 1, updatedAt: '2026-01-01T00:00:00Z' },
    { nodeType: 'article', action: 'index', slug: '/secret', nodeReference: 2 },
    { nodeType: 'search', action: 'index', slug: '/search', nodeReference: 3 },
    { nodeType: 'article', action: 'show', slug: '/blog/:slug', nodeReference: 'posts' },
    { nodeType: 'product', action: 'show', slug: '/services/:slug', nodeReference: 'services' },
    { nodeType: 'product', action: 'show', slug: '/products/:path', nodeReference: 'product_categories' },
    { nodeType: 'pattern', action: 'show', slug: '/zone/:slug', nodeReference: 'hidden_pages' },
  ],
  'en/menus.yaml': [{ id: 700, name: 'Services', url: '/en/services', group: 'main' }],
  'en/contact-people.yaml': [{ id: 401, name: 'Ada', photo: { url: '/media/pixel.gif', alt: 'Ada' } }],
  'en/product-categories.yaml': [
    { id: 501, name: 'Trackers', path: 'trackers' },
    { id: 502, name: 'Vehicles', path: 'trackers/vehicles', parentBranch: [501] },
  ],
  'en/pages/home.yaml': {
    id: 1,
    title: 'Home',
    blocks: [text('a', '<p>Żółta łódź &amp; Straße</p><script>hidden()</script>')],
  },
  'en/pages/home.draft.yaml': { id: 1, title: 'Home, drafted', blocks: [] },
  'en/pages/new.draft.yaml': { id: 9, title: 'New', blocks: [] },
  'en/pages/secret.yaml': { id: 2, title: 'Secret', noindex: true, blocks: [] },
  'en/pages/search.yaml': { id: 3, title: 'Search', layout: 'search', blocks: [] },
  ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`en/posts/post-${index + 1}.yaml`, post(index + 1)])),
  'en/services/trucks.yaml': {
    id: 201,
    slug: 'trucks',
    title: 'Trucks',
    blocks: [text('b', '<p>A boat? No, łódź.</p>')],
  },
  'en/services/boats.yaml': {
    id: 99,
    slug: 'boats',
    title: 'Łódź boats',
    image: { url: '/media/pixel.gif' },
    blocks: [],
  },
  'en/job-offers/fitter.yaml': { id: 301, slug: 'fitter', title: 'Fitter', publicationDate: '2026-01-01', blocks: [] },
  'en/hidden-pages/prices.yaml': { id: 601, slug: 'prices', title: 'Prices', blocks: [text('c', '<p>16.90</p>')] },
}
