import { decodeText } from '#publish/redirects/request-path.ts'
import type { Routing } from '#publish/routing.ts'
import { type Emission, emission, jsonText } from './emission.ts'
import { addressOfFile, bothForms, encodeSource, notFoundPages, rulesOf } from './rules.ts'

const maxEntries = 2048

/**
 * Vercel. Sources are patterns of path-to-regexp over the encoded address, and `{/}?` matches the final slash.
 * `trailingSlash` and `cleanUrls` would be applied before the redirects and cost a hop each. Only files of the form
 * `{path}.html` need `cleanUrls`.
 */
export function emitVercel(routing: Routing): Emission {
  const { gone, shells, pageFiles, headers } = routing
  const { local, root } = notFoundPages(routing)
  const all = rulesOf(routing, 'bare')
  const odd = all.filter(({ query }) => /:\w|\(/.test(decodeText(query)))
  const rules = all.filter((rule) => !odd.includes(rule))
  const isFile = pageFiles === 'file'
  const page = (file: string): string => addressOfFile(file, { asFolder: isFile })
  const { api, apiBase } = routing
  const roomForGone = maxEntries - (api ? 1 : 0) - shells.length - local.length
  const rewrites = [
    ...(api ? [{ source: `${escaped(apiBase)}/:path(.*)`, destination: `${api.target}/:path` }] : []),
    ...(root ? gone : []).slice(0, roomForGone).map((path) => ({
      source: slashless(path),
      destination: page(local.find(({ prefix }) => `${path}/`.startsWith(prefix))?.file ?? root ?? ''),
      statusCode: 410,
    })),
    ...shells.map(({ prefix, suffix, file }) => ({
      source: `${escaped(prefix)}([^/]+)${suffix && escaped(suffix)}{/}?`,
      destination: page(file),
    })),
    ...local.map(({ prefix, file }) => ({
      source: `${escaped(prefix)}(.*)`,
      destination: page(file),
      statusCode: 404,
    })),
  ]
  const assets = headers.flatMap(({ name, assets: value }) => (value ? [{ key: name, value }] : []))
  return emission(
    {
      'vercel.json': jsonText({
        ...(isFile && { cleanUrls: true }),
        redirects: rules.slice(0, maxEntries).map(({ from, target }) => ({
          source: slashless(from),
          destination: target,
          statusCode: 301,
        })),
        rewrites,
        headers: [
          {
            source: api ? `/((?!${escaped(apiBase).slice(1)}/).*)` : '/(.*)',
            headers: headers.map(({ name, value }) => ({ key: name, value })),
          },
          ...(assets.length > 0 ? [{ source: '/assets/(.*)', headers: assets }] : []),
          { source: '/(.*)\\.avif', headers: [{ key: 'Content-Type', value: 'image/avif' }] },
        ],
      }),
    },
    [
      {
        limit: `Vercel reads at most ${maxEntries} redirects in vercel.json`,
        entries: rules.slice(maxEntries).map(({ from }) => from),
        hint: 'Move these redirects to a file of bulk redirects ("bulkRedirectsPath"), or remove old redirects from redirects.json.',
      },
      {
        limit: `Vercel reads at most ${maxEntries} rewrites in vercel.json, and needs one for each address that is gone`,
        entries: gone.slice(roomForGone),
        hint: 'Remove old entries from redirects.json: their addresses then answer 404 instead of 410.',
      },
      {
        limit: 'Vercel rejects a target with ":name" or "(" in its query',
        entries: odd.map(({ from }) => from),
        hint: 'Move these redirects to a file of bulk redirects ("bulkRedirectsPath"), or redirect them to an address without such a query.',
      },
    ],
  )
}

function slashless(path: string): string {
  return bothForms(path).length === 1 ? path : `${inBothCases(escaped(path))}{/}?`
}

/** Matches percent-encoding in upper case, as browsers write it, and in lower case, as in old links. */
function inBothCases(source: string): string {
  return source.replaceAll(/(?:%[0-9A-F]{2})+/g, (run) =>
    run === run.toLowerCase() ? run : `(${run}|${run.toLowerCase()})`,
  )
}

function escaped(path: string): string {
  return encodeSource(path).replaceAll(/[()[\]{}:*+?.\\$^|!]/g, '\\$&')
}
