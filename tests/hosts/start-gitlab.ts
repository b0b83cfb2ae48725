import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deployment, RunningHost } from './host-process.ts'
import { decodedPath, lookUp, type Reply, startImitation } from './imitation.ts'

type Rule = { pattern: RegExp; to: string; status: number }

const maxRules = 1000
const maxBytes = 64 * 1024

/**
 * An imitation of GitLab Pages, by the source of its server. Files win. Otherwise the first rule applies whose source,
 * with placeholders and ignoring case, equals the decoded path. Otherwise the 404 page is sent. Headers and the query
 * of a request play no role.
 */
export async function startGitlab({ site, hosts }: Deployment): Promise<RunningHost> {
  const text = await readFile(join(hosts, 'gitlab/_redirects'), 'utf8')
  const lines = text.split('\n').filter(Boolean)
  if (lines.length > maxRules || Buffer.byteLength(text) > maxBytes) throw new Error('GitLab would not read it all.')
  const rules = lines.map(parseRule)

  return startImitation(site, ({ path }): Reply => {
    const decoded = decodedPath(path)
    const found = lookUp(site, decoded)
    if (found?.is === 'index' && !path.endsWith('/')) return { status: 302, location: `${path}/` }
    if (found) return { status: 200, file: found.file }
    const rule = rules.find(({ pattern }) => pattern.test(decoded))
    if (!rule) return { status: 404, file: '404.html' }
    return rule.status === 200 ? { status: 200, file: decodedPath(rule.to) } : { status: 301, location: rule.to }
  })
}

function parseRule(line: string): Rule {
  const [from = '', to = '', status = '', ...more] = line.split(/\s+/)
  const isSound =
    from.startsWith('/') && /^(?:https:\/)?\//.test(to) && /^(200|301|302)$/.test(status) && more.length === 0
  const isParsed = [from, to].every((path) => !/%(?![0-9a-f]{2})/i.test(path))
  if (!isSound || !isParsed) throw new Error(`GitLab cannot read "${line}".`)
  const segments = from
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      if (segment === '*') return '/*(.*)/*'
      return `/+${/^:[a-z]+$/i.test(segment) ? '([^/]+)' : segment.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`
    })
  return { pattern: new RegExp(`^${segments.join('')}/*$`, 'i'), to, status: Number(status) }
}
