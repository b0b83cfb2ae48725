import * as z from 'zod'

/** The collections whose members are previewed by id. */
export const memberKinds = ['posts', 'services', 'job_offers', 'product_categories'] as const
export type MemberKind = (typeof memberKinds)[number]

/**
 * The document that is previewed: the type of its node, its id, and the locale. `of` is the collection of a member.
 * Without it, a page of that type is preferred over a member with the same id.
 */
export const targetSchema = z.object({
  nodeType: z.string().min(1),
  id: z.string().min(1),
  locale: z.string().min(1),
  of: z.enum(memberKinds).optional(),
})
export type Target = z.output<typeof targetSchema>

/**
 * What a renderer needs to know about the site. It reads the settings itself, so that a change to them takes effect
 * immediately.
 */
export type PreviewJob = {
  /** Absolute path of `site.config.ts`. */
  config: string
  family?: string | undefined
  /** The locale that is probably requested first. The default is the default locale of the site. */
  locale?: string | undefined
  api: string
  commerceApi?: string | undefined
  token?: string | undefined
  /** The name of the service, if its address is different each time. */
  service?: string | undefined
  /** Absolute path of the cache folder. */
  cache: string
  images: 'on' | 'off'
  /** Whether the first answer must show current content, and not what an earlier preview kept. */
  isFresh?: boolean
}

/** A question to the renderer. Each is answered like a request to a web server. */
export type Question =
  /** An address of the site, with the draft of its document if there is one. */
  | { kind: 'site'; path: string }
  /** An address as it is published, or as it would be after publishing the draft of `target`. */
  | { kind: 'before'; path: string }
  | { kind: 'after'; path: string; target: Target }
  /** A draft by its id, for drafts that have no address yet. */
  | { kind: 'draft'; target: Target }
  /** Whether a document exists, and where it is: `PageRef`. */
  | { kind: 'find'; target: Target }
  /** The document that an address shows: `Target`, or `null`. */
  | { kind: 'where'; path: string }
  /** Every page: `PageRow[]`. */
  | { kind: 'pages' }
  /** Everything that the panel shows beside a page: `PanelData`. */
  | { kind: 'panel'; target: Target }
  /**
   * The field that each place of the page at an address shows: `MarkedPage`, or `null`. `target` is the document in the
   * panel.
   */
  | { kind: 'marks'; path: string; target: Target }
  /** The changes that publishing would cause: `ReachData`. */
  | { kind: 'reach'; target: Target }
  /** Reads everything again: `RefreshResult`. */
  | { kind: 'refresh' }
  /** Writes the draft as a folder: `ExportResult`. */
  | { kind: 'export'; target: Target; directory: string }

export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array }

/**
 * Calls that a renderer answers with `done`. `snapshot` returns what the renderer holds. `renew` reads everything again
 * that is neither code nor content.
 */
export type Call = { type: 'ask'; question: Question } | { type: 'snapshot' } | { type: 'renew' }

/** Messages from the server to a renderer. `snapshot` is what an earlier renderer held. Only renderers look into it. */
export type Order =
  | { type: 'open'; job: PreviewJob; snapshot: unknown }
  /** The source map of the renderer's own code, as JSON. */
  | { type: 'map'; bundle: string; map: string }
  | { type: 'watch'; targets: Target[] }
  | (Call & { id: number })

/**
 * The orders to a process before it is a renderer: to load packages, and then to run the code that makes it a renderer.
 */
export type SpareOrder = { type: 'load'; packages: string[] } | { type: 'run'; code: string; bundle: string }

/**
 * A change: of a draft, of the effect of publishing it, or, without a target, of published content. `checked` says that
 * everything a page is made of has been read, and that nothing of it has changed. `watched` says that changes of a
 * draft are reported from now on. Earlier changes may not have been reported. `unread` says why what a page shows may be
 * outdated: content besides its own document cannot be read, or is still being read.
 */
export type Change =
  | { what: 'draft' | 'reach' | 'checked' | 'watched'; target: Target }
  | { what: 'unread'; target: Target; message: string }
  | { what: 'content' }

/** What the server must know about the site. The default locale comes first. */
export type SiteSummary = { apiBase: string; locales: string[] }

/** Messages from a renderer to the server. */
export type Notice =
  | { type: 'ready'; site: SiteSummary }
  /** The renderer cannot continue. `stack` is set if the code failed before it could report its place. */
  | { type: 'failed'; message: string; hint?: string; isUsage: boolean; stack?: string }
  | { type: 'done'; id: number; value?: unknown; failure?: string }
  | { type: 'changed'; change: Change }
