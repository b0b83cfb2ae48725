import type { Findings } from '#content/finding.ts'
import type { HostChoice } from '#publish/hosts/host-names.ts'
import type { EngineName } from '#renderer/reader/engine.ts'
import type { RemoteCache } from '#renderer/remote/remote-cache.ts'
import type { Family, Settings } from '#renderer/settings.ts'

/** A build: what to read, what to make from it, and where to put the result. */
export type BuildJob = {
  settings: Settings
  family: Family
  locales: string[]
  /** Folder of the tool's own sources. */
  toolRoot: string
  /** Folder of the site. Paths in its settings start here. `docs/site-of-your-own.md` lists the files in it. */
  siteRoot: string
  out: string
  api: string
  commerceApi?: string
  token?: string
  /** Folder for everything that is kept between builds (`docs/caches.md`). */
  cache?: string
  /** A cache that machines share. */
  remote?: RemoteCache
  /** `on` encodes pictures to make them smaller. Needs `cache`. */
  images?: 'on' | 'off'
  engine: EngineName
  concurrency: number
  /** Threads that render pages: script (`page-thread.ts`) and number, by default as many as pay off. Missing: none. */
  threads?: { count?: number; script: string }
  strict?: boolean
  /** Hosts to write files for. Missing: all hosts. */
  hosts?: HostChoice
  /** Publishes although pages failed. */
  keepGoing?: boolean
  /** Writes `.br` and `.gz` files beside text files. Needs `cache`. */
  compress?: boolean
  /**
   * With `false` the build neither checks the ledger of addresses nor adds to it. `service` is the name of the service
   * in the ledger, by default `api`.
   */
  ledger?: boolean
  service?: string
  /** `save`: a file that gets everything the build reads. `from`: such a file, which is read instead of the service. */
  snapshot?: { save?: string; from?: string }
  /** A sentence that says why all pages are rendered, whatever the last build remembered. */
  force?: string
  /** Publishes each build as a release, and makes `site` a symbolic link to it. */
  swap?: boolean
  /** Does everything except change the export. */
  dryRun?: boolean
  /** Keeps `changes.json` and the report of the last build when this one changes nothing. */
  isPolling?: boolean
  /**
   * Renders only these pages, and with `withDependents` also the pages that show something of them. All other pages
   * stay as they are.
   */
  only?: { slugs: string[]; locales: string[]; withDependents: boolean }
  /** The command line, for the error message of another build that finds the output folder in use. */
  command?: string
  /** Set when the content is in files of the site: adds findings that only the files show, such as an unused page. */
  reportFiles?: (findings: Findings) => void
  progress?: Progress
  signal?: AbortSignal
}

/** Callbacks for someone who watches a build. */
export type Progress = {
  onStage: (name: string) => void
  onCount: (done: number, total: number) => void
  /** Called with a sentence that should be shown immediately. */
  onNote?: (sentence: string) => void
}
