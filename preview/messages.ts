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
const previewJobSchema = z.object({
  /** Absolute path of `site.config.ts`. */
  config: z.string(),
  family: z.string().optional(),
  /** The locale that is probably asked for first; the default locale without it. */
  locale: z.string().optional(),
  api: z.string(),
  commerceApi: z.string().optional(),
  token: z.string().optional(),
  /** Name of the service, where its address is another each time. */
  service: z.string().optional(),
  /** Absolute folder of what is kept between runs. */
  cache: z.string(),
  images: z.enum(['on', 'off']),
})
export type PreviewJob = z.output<typeof previewJobSchema>

/** One question to the renderer; each is answered as a web server would. */
const questionSchema = z.discriminatedUnion('kind', [
  /** An address of the site, with the draft of its document where there is one. */
  z.object({ kind: z.literal('site'), path: z.string() }),
  /** An address as it is published, or as it would be were the draft of `target` published. */
  z.object({ kind: z.literal('before'), path: z.string() }),
  z.object({ kind: z.literal('after'), path: z.string(), target: targetSchema }),
  /** A draft by its id: for those that have no address yet. */
  z.object({ kind: z.literal('draft'), target: targetSchema }),
  /** Whether a document exists, and where: `PageRef`. */
  z.object({ kind: z.literal('find'), target: targetSchema }),
  /** Which document an address shows: `Target`, or 404. */
  z.object({ kind: z.literal('where'), path: z.string() }),
  /** Every page: `PageRow[]`. */
  z.object({ kind: z.literal('pages') }),
  /** What the panel shows beside a page: `PanelData`. */
  z.object({ kind: z.literal('panel'), target: targetSchema }),
  /** Which field each place of the page at an address shows: `MarkedPage`. `target` is what the panel shows. */
  z.object({ kind: z.literal('marks'), path: z.string(), target: targetSchema }),
  /** What publishing would change: `ReachData`. */
  z.object({ kind: z.literal('reach'), target: targetSchema }),
  /** To read everything anew: `RefreshResult`. */
  z.object({ kind: z.literal('refresh') }),
  /** The draft as a folder of its own: `ExportResult`. */
  z.object({ kind: z.literal('export'), target: targetSchema, directory: z.string() }),
])
export type Question = z.output<typeof questionSchema>

const answerSchema = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes'),
})
export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array }

/** What the server says to a renderer. `snapshot` is what an earlier renderer held; only renderers look into it. */
export const orderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), job: previewJobSchema, snapshot: z.unknown() }),
  /** Where the lines of its own code come from: a source map, as JSON. */
  z.object({ type: z.literal('map'), bundle: z.string(), map: z.string() }),
  z.object({ type: z.literal('ask'), id: z.number(), question: questionSchema }),
  z.object({ type: z.literal('watch'), targets: z.array(targetSchema) }),
  z.object({ type: z.literal('snapshot'), id: z.number() }),
  /** To read anew what is neither code nor content. */
  z.object({ type: z.literal('renew'), id: z.number() }),
])
export type Order = z.output<typeof orderSchema>

/** What is said to a process before it is a renderer: to load packages, and then to run the code that makes it one. */
export type SpareOrder = { type: 'load'; packages: string[] } | { type: 'run'; code: string; bundle: string }

/**
 * What has changed: a draft, what publishing it would change, or, without a target, published content. `checked` says that
 * everything a page is made of was asked for, and that nothing of it changed. `watched` says that changes of a draft are told from
 * now on, and that those before may not have been.
 */
const changeSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('draft'), target: targetSchema }),
  z.object({ what: z.literal('reach'), target: targetSchema }),
  z.object({ what: z.literal('checked'), target: targetSchema }),
  z.object({ what: z.literal('watched'), target: targetSchema }),
  z.object({ what: z.literal('content') }),
])
export type Change = z.output<typeof changeSchema>

/** What a renderer says. */
export const noticeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), apiBase: z.string(), locales: z.array(z.string()) }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    hint: z.string().optional(),
    isUsage: z.boolean(),
    /** Of code that failed before it could tell its place. */
    stack: z.string().optional(),
  }),
  z.object({ type: z.literal('answer'), id: z.number(), answer: answerSchema }),
  z.object({ type: z.literal('snapshot'), id: z.number(), snapshot: z.unknown() }),
  z.object({ type: z.literal('renewed'), id: z.number(), failure: z.string().optional() }),
  z.object({ type: z.literal('changed'), change: changeSchema }),
])
export type Notice = z.output<typeof noticeSchema>
