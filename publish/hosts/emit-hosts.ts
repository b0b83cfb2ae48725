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

/** Texts by path below `DIR/hosts`: `nginx/site.conf`. */
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

const mostListed = 20

/**
 * The files of the chosen hosts, all from one model. What is over a limit of a host is left out of its files and reported: an
 * error for a host that was named, a warning with `all`. Pure.
 */
export function emitHosts({ routing, hosts, findings }: EmitOptions): HostFiles {
  const files: HostFiles = new Map()
  for (const name of hosts.names) {
    const { files: own, overruns } = emitters[name](routing)
    for (const [path, text] of own) files.set(`${name}/${path}`, text)
    for (const overrun of overruns) reportOverrun(name, overrun, { hosts, findings })
  }
  return files
}

function reportOverrun(
  name: HostName,
  { limit, entries, hint }: Overrun,
  { hosts, findings }: Pick<EmitOptions, 'hosts' | 'findings'>,
): void {
  const listed = entries.slice(0, mostListed).map((entry) => `"${entry}"`)
  const rest = entries.length - listed.length
  const more = rest > 0 ? ` and the ${rest} that follow in redirects.json` : ''
  const count = entries.length === 1 ? '1 redirect does not fit' : `${entries.length} redirects do not fit`
  findings[hosts.isNamed ? 'error' : 'warn']({
    code: 'host-limit',
    message: `The files of the host "${name}" are not complete. ${limit}; ${count}: ${listed.join(', ')}${more}.`,
    where: { path: entries[0] ?? '' },
    hint,
  })
}
