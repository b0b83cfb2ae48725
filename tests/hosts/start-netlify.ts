import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deployment, RunningHost } from './host-process.ts'
import { decodedPath, lookUp, type Reply, startImitation } from './imitation.ts'

type Rule = { from: string; to: string; status: number; force: boolean }
type Block = { path: string; values: [string, string][] }

/**
 * An imitation of Netlify, by its documentation: `_redirects`, then `netlify.toml`. The first rule that matches the
 * encoded path applies, ignoring a final slash. A file wins unless the rule is forced. The query is kept unless the
 * target has one. Later headers win.
 */
export async function startNetlify({ site, hosts }: Deployment): Promise<RunningHost> {
  const read = (file: string): Promise<string> => readFile(join(hosts, 'netlify', file), 'utf8')
  const rules = [...parseRedirects(await read('_redirects')), ...parseToml(await read('netlify.toml'))]
  const blocks = parseHeaders(await read('_headers'))
  const headersOf = (path: string): Record<string, string> =>
    Object.fromEntries(blocks.filter((block) => matches(block.path, path)).flatMap(({ values }) => values))

  return startImitation(site, ({ path, search }): Reply => {
    const headers = headersOf(path)
    const found = lookUp(site, decodedPath(path))
    const rule = rules.find(({ from, force }) => matches(from, path) && (force || !found))
    if (!rule) return { status: found ? 200 : 404, file: found?.file ?? '404.html', headers }
    if (rule.to.includes(':splat')) {
      const splat = path.slice(rule.from.length - 1)
      return { status: 200, proxy: `${rule.to.replace(':splat', () => splat)}${search}` }
    }
    if (rule.status < 300 || rule.status >= 400) return { status: rule.status, file: decodedPath(rule.to), headers }
    const [, place = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(rule.to) ?? []
    return { status: rule.status, location: `${place}${query || search}${fragment}` }
  })
}

/** `:page` matches one segment, and `/*` at the end matches the rest. */
function matches(pattern: string, path: string): boolean {
  const [before, after] = pattern.split(':page')
  if (before !== undefined && after !== undefined) {
    const segment = bare(path).slice(before.length, bare(path).length - after.length)
    return bare(path) === `${before}${segment}${after}` && /^[^/]+$/.test(segment)
  }
  if (pattern.endsWith('/*')) return `${path}/`.startsWith(pattern.slice(0, -1))
  return bare(pattern) === bare(path)
}

function bare(path: string): string {
  return path.replace(/(?<=.)\/$/, '')
}

/** Parses lines of three parts. Throws if Netlify's parser would read more parts, a comment or a placeholder. */
function parseRedirects(text: string): Rule[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    const [from = '', to = '', status = '', ...more] = line.split(/\s+/)
    const isSound = /^\/[\x21-\x7e]*$/.test(from) && !/\/:(?!page(?:\/|$))|\*(?!$)|#|%(?![0-9A-Fa-f]{2})/.test(from)
    const [, code = '', force = ''] = /^(301|302|200|404)(!?)$/.exec(status) ?? []
    if (!isSound || !/^(?:https?:\/)?\//.test(to) || !code || more.length > 0)
      throw new Error(`Netlify cannot read "${line}".`)
    return [{ from, to, status: Number(code), force: force === '!' }]
  })
}

function parseToml(text: string): Rule[] {
  const tables = [...text.matchAll(/\[\[redirects\]\]\n {2}from = "(.*)"\n {2}to = "(.*)"\n {2}status = (\d+)\n/g)]
  if (tables.length !== text.split('[[').length - 1) throw new Error('A table of netlify.toml cannot be read.')
  return tables.map(([, from = '', to = '', status]) => ({ from, to, status: Number(status), force: false }))
}

function parseHeaders(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name, value] = /^ {2}([A-Za-z-]+): (.+)$/.exec(line) ?? []
    if (line.startsWith('/')) blocks.push({ path: line, values: [] })
    else if (name && value) blocks.at(-1)?.values.push([name, value])
    else throw new Error(`Netlify cannot read "${line}" in _headers.`)
  }
  return blocks
}
