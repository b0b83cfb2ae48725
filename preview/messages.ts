import * as z from 'zod'

/** Collections whose members are previewed by id. */
export const memberKinds = ['posts', 'services', 'job_offers', 'product_categories'] as const
export type MemberKind = (typeof memberKinds)[number]

/**
 * Which document is previewed: the type of its node, its id, and the locale. `of` is the collection of a member; without it a page of
 * that type comes first, which may have the same id.
 */
export const targetSchema = z.object({
  nodeType: z.string().min(1),
  id: z.string().min(1),
  locale: z.string().min(1),
  of: z.enum(memberKinds).optional(),
})
export type Target = z.output<typeof targetSchema>

/** What a renderer needs to know of the site; it reads the settings itself, so that a change of them counts at once. */
export type PreviewJob = {
  /** Absolute path of `site.config.ts`. */
  config: string
  family?: string | undefined
  /** The locale that is probably asked for first; the default locale without it. */
  locale?: string | undefined
  api: string
  commerceApi?: string | undefined
  token?: string | undefined
  /** Name of the service, if its address is different each time. */
  service?: string | undefined
  /** Absolute folder of what is kept between runs. */
  cache: string
  images: 'on' | 'off'
}

/** One question to the renderer; each is answered as a web server would. */
export type Question =
  /** An address of the site, with the draft of its document where there is one. */
  | { kind: 'site'; path: string }
  /** An address as it is published, or as it would be were the draft of `target` published. */
  | { kind: 'before'; path: string }
  | { kind: 'after'; path: string; target: Target }
  /** A draft by its id, for drafts that have no address yet. */
  | { kind: 'draft'; target: Target }
  /** Whether a document exists, and where: `PageRef`. */
  | { kind: 'find'; target: Target }
  /** Which document an address shows: `Target`, or 404. */
  | { kind: 'where'; path: string }
  /** Every page: `PageRow[]`. */
  | { kind: 'pages' }
  /** What the panel shows beside a page: `PanelData`. */
  | { kind: 'panel'; target: Target }
  /** Which field each place of the page at an address shows: `MarkedPage`. `target` is what the panel shows. */
  | { kind: 'marks'; path: string; target: Target }
  /** What publishing would change: `ReachData`. */
  | { kind: 'reach'; target: Target }
  /** To read everything anew: `RefreshResult`. */
  | { kind: 'refresh' }
  /** The draft as a folder of its own: `ExportResult`. */
  | { kind: 'export'; target: Target; directory: string }

export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array }

/** Calls that a renderer answers with `done`. `snapshot` gives what it holds; `renew` reads anew what is neither code nor content. */
export type Call = { type: 'ask'; question: Question } | { type: 'snapshot' } | { type: 'renew' }

/** What the server says to a renderer. `snapshot` is what an earlier renderer held; only renderers look into it. */
export type Order =
  | { type: 'open'; job: PreviewJob; snapshot: unknown }
  /** The source map of the renderer's own code, as JSON. */
  | { type: 'map'; bundle: string; map: string }
  | { type: 'watch'; targets: Target[] }
  | (Call & { id: number })

/** The orders to a process before it is a renderer: to load packages, and then to run the code that makes it one. */
export type SpareOrder = { type: 'load'; packages: string[] } | { type: 'run'; code: string; bundle: string }

/**
 * What has changed: a draft, what publishing it would change, or, without a target, published content. `checked` says that everything a
 * page is made of was asked for, and that nothing of it changed. `watched` says that changes of a draft are told from now on; earlier
 * changes may not have been told. `unread` tells why something that a page shows besides its own document cannot be asked for.
 */
export type Change =
  | { what: 'draft' | 'reach' | 'checked' | 'watched'; target: Target }
  | { what: 'unread'; target: Target; message: string }
  | { what: 'content' }

/** What the server must know of the site; the default locale comes first. */
export type SiteSummary = { apiBase: string; locales: string[] }

/** What a renderer says. */
export type Notice =
  | { type: 'ready'; site: SiteSummary }
  /** The renderer cannot go on. `stack` is that of code that failed before it could tell its place. */
  | { type: 'failed'; message: string; hint?: string; isUsage: boolean; stack?: string }
  | { type: 'done'; id: number; value?: unknown; failure?: string }
  | { type: 'changed'; change: Change }
