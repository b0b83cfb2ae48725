/**
 * Does the work that every build must do for the documents of a made-up site, on one thread, and sends the processor
 * time of each part: fetch and parse every document, sanitise its rich texts, render it, hash and write its page, and
 * request every document again (304).
 */
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import sanitize from 'sanitize-html'
import { Pool } from 'undici'
import { richTextAttributes, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { documentPaths, locales, makeUpSite } from './made-up-content.ts'
import { type PlainDocument, PlainMenu, type PlainMenuItem, PlainPage, type PlainPost } from './plain-page.tsx'

/** The processor time by the name of the part, and the average size of a page. */
export type BareParts = { seconds: Record<string, number>; bytes: number }

type Frame = { header: string; footer: string; posts: PlainPost[] }

const [pages, api = '', folder = ''] = process.argv.slice(2)
const requestsAtOnce = 16
const chunk = 200
const { origin } = new URL(api)
const pool = new Pool(origin, { connections: requestsAtOnce })
const limit = pLimit(requestsAtOnce)
const seconds: Record<string, number> = {}
const allowed = { allowedTags: richTextTags, allowedAttributes: richTextAttributes }

async function measure<T>(part: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  seconds[part] = (seconds[part] ?? 0) + (user + system) / 1e6
  return result
}

async function get(path: string, etag?: string): Promise<{ status: number; text: string; etag: string }> {
  const { statusCode, headers, body } = await pool.request({
    ...{ path, method: 'GET' as const },
    headers: { accept: 'application/ld+json', ...(etag && { 'if-none-match': etag }) },
  })
  return { status: statusCode, text: await body.text(), etag: String(headers.etag) }
}

async function frameOf(locale: string): Promise<Frame> {
  const menus: (PlainMenuItem & { group: string })[] = JSON.parse((await get(`/api/menus?locale=${locale}`)).text)
  const posts: { member: PlainPost[] } = JSON.parse((await get(`/api/posts?locale=${locale}`)).text)
  const menu = (group: string): string =>
    renderToString(createElement(PlainMenu, { items: menus.filter((item) => item.group === group) }))
  const header = `${menu('main')}${menu('main')}` // ours has one for wide screens and one for phones
  return { header, footer: menu('footer'), posts: posts.member.slice(0, 3) }
}

function sanitizeTexts(document: PlainDocument): void {
  for (const block of document.blocks) {
    if (block.html) block.html = sanitize(block.html, allowed)
    for (const tile of block.tiles ?? []) tile.html = sanitize(tile.html, allowed)
    for (const item of block.items ?? []) item.answer = sanitize(item.answer, allowed)
  }
}

function pageOf(document: PlainDocument, locale: string, { header, footer, posts }: Frame): Buffer {
  const main = renderToString(createElement(PlainPage, { document, posts }))
  const head = `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><title>${document.title}</title></head>`
  return Buffer.from(`${head}<body><header>${header}</header>${main}<footer>${footer}</footer></body></html>`)
}

function write(path: string, page: Buffer): void {
  const place = join(folder, path)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'index.html'), page)
}

const site = makeUpSite(Number(pages))
const tags = new Map<string, string>()
let bytes = 0
for (const locale of locales) {
  const frame = await frameOf(locale)
  const paths = documentPaths(site, locale)
  for (let at = 0; at < paths.length; at += chunk) {
    const some = paths.slice(at, at + chunk)
    const fetchOne = async (path: string): Promise<PlainDocument> => {
      const { text, etag } = await get(path)
      tags.set(path, etag)
      return JSON.parse(text)
    }
    const documents = await measure('fetch and parse', () => Promise.all(some.map((path) => limit(fetchOne, path))))
    await measure('sanitise', () => documents.forEach(sanitizeTexts))
    const made = await measure('React', () => documents.map((document) => pageOf(document, locale, frame)))
    await measure('hash', () => made.map((page) => createHash('sha256').update(page).digest('hex')))
    await measure('write', () => {
      for (const [index, page] of made.entries()) write(join(locale, String(at + index)), page)
    })
    bytes += made.reduce((sum, page) => sum + page.length, 0)
    rmSync(join(folder, locale), { recursive: true })
  }
}
await measure('304', () =>
  Promise.all(
    [...tags].map(([path, etag]) =>
      limit(async () => {
        const { status } = await get(path, etag)
        if (status !== 304) throw new Error(`"${path}" was not changed, but was answered with ${status}.`)
      }),
    ),
  ),
)
await pool.close()
process.send?.({ seconds, bytes: bytes / tags.size } satisfies BareParts)
process.disconnect?.()
