import type { Findings } from '#content/finding.ts'
import type { HostChoice } from '#publish/hosts/host-names.ts'
import type { EngineName } from '#renderer/reader/engine.ts'
import type { RemoteCache } from '#renderer/remote/remote-cache.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import type { Progress } from './report.ts'

/** One build: what to read, what to make of it, and where to put it. */
export type BuildJob = {
  settings: Settings
  family: Family
  locales: string[]
  /** Folder of the tool's own sources. */
  toolRoot: string
  /** Folder of the site: what its settings name by a path, and all that `docs/site-of-your-own.md` lists. */
  siteRoot: string
  out: string
  api: string
  commerceApi?: string
  token?: string
  /** Folder of what is kept between builds (`docs/caches.md`). */
  cache?: string
  /** A cache that machines share. */
  remote?: RemoteCache
  /** `on` makes pictures small; needs `cache`. */
  images?: 'on' | 'off'
  engine: EngineName
  concurrency: number
  /** Threads that render pages: their script, and how many. Without a `count` as many as pay off. Missing: no threads. */
  threads?: { count?: number | undefined; script: string }
  strict?: boolean
  /** Hosts to write files for; missing: all hosts. */
  hosts?: HostChoice
  /** Publish although pages failed. */
  keepGoing?: boolean
  /** Writes `.br` and `.gz` beside text files; needs `cache`. */
  compress?: boolean
  /** `false` neither checks nor fills the ledger of addresses. `service` names the service in the ledger, without it `api` does. */
  ledger?: boolean
  service?: string
  /** `save` writes everything the build read into a file; `from` reads such a file, and no service. */
  snapshot?: { save?: string; from?: string }
  /** A sentence on why all pages are rendered, whatever is remembered of the last build. */
  force?: string
  /** Publishes releases, to which the folder `site` is a link. */
  swap?: boolean
  /** Does everything but touch the export. */
  dryRun?: boolean
  /** Keeps `changes.json` and the report of the last build where this one changes nothing. */
  isPolling?: boolean
  /** Renders these pages only, and with `withDependents` those that show something of them; all others stay as they are. */
  only?: { slugs: string[]; locales: string[]; withDependents: boolean }
  /** The command line. A build that has to wait until this one is done names it. */
  command?: string
  /** Where the content is files of the site: tells findings that only the files show, as a page that no node names. */
  reportFiles?: (findings: Findings) => void
  progress?: Progress
  signal?: AbortSignal
}
