import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changeOne, documentOf, makeUpSite, menusOf, nodesOf, summariesOf, versionOf } from './made-up-content.ts'
import { pictures } from './made-up-words.ts'

const site = makeUpSite(Number(process.argv[2]))
const files = new Map(pictures.map((path) => [path, readFileSync(new URL(`../demo${path}`, import.meta.url))] as const))

type Answer = { type: string; etag: string; body: () => string | Buffer }

/** Makes a document only if the client does not have its current version, which the entity tag names. */
function answerOf({ pathname, searchParams }: URL): Answer {
  const locale = searchParams.get('locale') ?? ''
  const file = files.get(pathname)
  if (file) return { type: 'image/jpeg', etag: `"${pathname}"`, body: () => file }
  const [, , kind, key = ''] = pathname.split('/')
  if ((kind === 'pages' || kind === 'posts') && key) {
    const id = { locale, kind, key: Number(key.replace('post-', '')) } as const
    return json(`"${versionOf(site, id)}"`, () => documentOf(site, id))
  }
  const list = listOf(kind, locale, Number(searchParams.get('page') ?? 1))
  return json(`"${hash('sha1', JSON.stringify(list))}"`, () => list)
}

/** A list of the site. Other collections are empty. */
function listOf(kind: string | undefined, locale: string, page: number): unknown {
  if (kind === 'sitemap_nodes') return nodesOf(site, locale)
  if (kind === 'menus') return menusOf(site, locale)
  if (kind === 'posts') return summariesOf(site, locale, page)
  return []
}

function json(etag: string, value: () => unknown): Answer {
  return { type: 'application/ld+json', etag, body: () => JSON.stringify(value()) }
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const { type, etag, body } = answerOf(new URL(request.url ?? '/', 'http://service'))
  const isKnown = request.headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : 200, { 'content-type': type, etag }).end(isKnown ? undefined : body())
})
server.keepAliveTimeout = 0 // no limit, because a client may work for minutes between two requests on a connection
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // a server that listens on a port has this kind of address
  process.send?.(`http://127.0.0.1:${port}/api`)
})
process.on('message', () => {
  changeOne(site)
  process.send?.('changed')
})
