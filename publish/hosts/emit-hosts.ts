import type { Findings } from '#content/finding.ts'
import type { Routing } from '#publish/routing.ts'
import { emitApache } from './apache.ts'
import { emitAws } from './aws.ts'
import { emitAzure } from './azure.ts'
import { emitCaddy } from './caddy.ts'
import { emitCloudflare } from './cloudflare.ts'
import type { Emission, Overrun } from './emission.ts'
import { emitFirebase } from './firebase.ts'
import { emitGitlab } from './gitlab.ts'
import type { HostChoice, HostName } from './host-names.ts'
import { emitNetlify } from './netlify.ts'
import { emitNginx } from './nginx.ts'
import { emitPlain } from './plain.ts'
import { emitVercel } from './vercel.ts'

export type EmitOptions = { routing: Routing; hosts: HostChoice; findings: Findings }

/** Texts by path below `DIR/hosts`, such as `nginx/site.conf`. */
export type HostFiles = Map<string, string>

const emitters: Record<HostName, (routing: Routing) => Emission> = {
  nginx: emitNginx,
  apache: emitApache,
  caddy: emitCaddy,
  cloudflare: emitCloudflare,
  netlify: emitNetlify,
  vercel: emitVercel,
  firebase: emitFirebase,
  azure: emitAzure,
  gitlab: emitGitlab,
  aws: emitAws,
  plain: emitPlain,
}

const maxListed = 20

/**
 * The files of the chosen hosts, all made from one model. Anything over a limit of a host is left out of its files and
 * reported: as an error for a host that was named, as a warning with `all`. Pure, except for findings.
 */
export function emitHosts({ routing, hosts, findings }: EmitOptions): HostFiles {
  const files: HostFiles = new Map()
  for (const name of hosts.names) {
    const { files: own, overruns } = emitters[name](routing)
    for (const [path, text] of own) files.set(`${name}/${path}`, text)
    for (const overrun of overruns) reportOverrun(name, overrun, { hosts, findings })
  }
  if (routing.api) reportWithoutApi(routing.apiBase, { hosts, findings })
  return files
}

/** Hosts whose files cannot pass a path on to another origin. */
const withoutApi: HostName[] = ['firebase', 'azure', 'gitlab', 'plain']

function reportWithoutApi(apiBase: string, { hosts, findings }: Pick<EmitOptions, 'hosts' | 'findings'>): void {
  const names = hosts.names.filter((name) => withoutApi.includes(name)).map((name) => `"${name}"`)
  if (names.length === 0) return
  const [which, it] = names.length === 1 ? ['host', 'it'] : ['hosts', 'them']
  findings[hosts.isNamed ? 'error' : 'warn']({
    code: 'host-api',
    message: `The files of the ${which} ${names.join(', ')} cannot pass "${apiBase}" on to the content service of the setting hosts.api, so forms, search and login do not work on ${it}.`,
    hint: 'Set apiBase to the absolute address of the service, which then has to allow the site by CORS. Or make the host pass these requests on in another way, and remove hosts.api from the settings. docs/hosts.md of the tool says how.',
  })
}

function reportOverrun(
  name: HostName,
  { limit, entries, hint }: Overrun,
  { hosts, findings }: Pick<EmitOptions, 'hosts' | 'findings'>,
): void {
  findings[hosts.isNamed ? 'error' : 'warn']({
    code: 'host-limit',
    message: `The files of the host "${name}" are incomplete. ${limit}${entries ? `; ${listed(entries)}` : ''}.`,
    ...(entries && { where: { path: entries[0] ?? '' } }),
    hint,
  })
}

function listed(entries: string[]): string {
  const names = entries.slice(0, maxListed).map((entry) => `"${entry}"`)
  const rest = entries.length - names.length
  const more = rest > 0 ? ` and ${rest} more` : ''
  const count = entries.length === 1 ? '1 redirect is left out' : `${entries.length} redirects are left out`
  return `${count}: ${names.join(', ')}${more}`
}
