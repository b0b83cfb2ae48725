import { UsageError } from '#content/finding.ts'

/** Hosts that files are written for. Each has a folder in `DIR/hosts`. */
const hostNames = [
  ...(['nginx', 'apache', 'caddy', 'cloudflare', 'netlify', 'vercel'] as const),
  ...(['firebase', 'azure', 'gitlab', 'aws', 'plain'] as const),
]
export type HostName = (typeof hostNames)[number]

/** Hosts to write files for. If a limit of a named host is exceeded, the build fails. With `all`, it warns. */
export type HostChoice = { names: readonly HostName[]; isNamed: boolean }

/** Parses `all` or a list such as `nginx,caddy`. Throws a `UsageError` for a host that does not exist. */
export function chooseHosts(list: string): HostChoice {
  if (list === 'all') return { names: hostNames, isNamed: false }
  const wanted = [...new Set(list.split(',').map((name) => name.trim()))]
  const unknown = wanted.filter((name) => !isHostName(name))
  if (unknown.length > 0) {
    throw new UsageError(`There is no host ${unknown.map((name) => `"${name}"`).join(', ')}.`, {
      hint: `Choose from: ${hostNames.join(', ')}; or all.`,
    })
  }
  return { names: wanted.filter(isHostName), isNamed: true }
}

function isHostName(name: string): name is HostName {
  return (hostNames as readonly string[]).includes(name)
}
