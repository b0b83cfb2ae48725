import * as z from 'zod'
import type { Change, Target } from './messages.ts'

/** A failure as editors see it (spec §8). `isUsage` says that the command or the settings are wrong. */
export type Failure = { status: 404 | 500; title: string; causes: string[]; hint?: string; isUsage?: boolean }

/** Where a document is shown: its public address, or an address below `/admin/draft/` if it has none yet. */
export const pageRefSchema = z.object({ href: z.string(), hasAddress: z.boolean(), title: z.string() })
export type PageRef = z.output<typeof pageRefSchema>

/** A line in the index of pages. */
export type PageRow = Target & { href: string; title: string; kind: string }

export type BlockRow = {
  id: string
  type: string
  /** The path of the block in the document, as in `blocks[2]`. */
  path: string
  /** The DOM id of its section. */
  anchor: string
  headline: string
  isBroken: boolean
}

export type LocaleRow = {
  locale: string
  name: string
  isCurrent: boolean
  /** The same page in this locale. Missing if it does not exist. */
  target?: Target
  missing: string[]
}

/** The words of one field. `kept` words are the same on both sides. */
export type WordChange = {
  path: string
  label: string
  words: { text: string; kind: 'kept' | 'added' | 'removed' }[]
}

export type Remark = {
  code: string
  severity: 'error' | 'warning'
  message: string
  hint?: string
  /** The path of the field in the document, if it is known. */
  path?: string
}

export type SeoPreview = {
  title: string
  description: string
  url: string
  site: string
  card: { title: string; description: string; image?: string; alt?: string }
}

/**
 * A value that a page was rendered from: its record, as in `pl/pages/12`, its path, as in `blocks[2].tiles[0].title`,
 * and the value. `isHtml` marks rich text.
 */
export type FieldRead = { record: string; path: string; value: string; isHtml?: boolean }

/**
 * A page that was rendered with marked values (`marks.ts`): its body, and the fields of each mark, by the number of the
 * mark.
 */
export type MarkedPage = { html: string; fields: FieldRead[][] }

/** Everything that the panel shows about one page, except its reach. */
export type PanelData = PageRef & {
  /** Name of the document, as in `pl/pages/12`. */
  record: string
  /** A text that is equal for equal pages, and different after any visible change. */
  digest: string
  state: 'published' | 'changed' | 'new'
  /** The published address, if the draft moves the page. */
  movedFrom?: string
  blocks: BlockRow[]
  reads: FieldRead[]
  locales: LocaleRow[]
  words: WordChange[]
  seo: SeoPreview
  remarks: Remark[]
}

export type ReachRow = {
  /** The decoded path of the address. */
  path: string
  title: string
  change: 'changed' | 'new' | 'removed'
  before?: string
  after?: string
}

/**
 * Every address that publishing the draft would change. `checked` is the number of files that were compared. `failure`
 * says why they could not be compared.
 */
export type ReachData = { state: 'computing' | 'done'; rows: ReachRow[]; checked: number; failure?: string }

/** Whether reading everything again found a change. */
export type RefreshResult = { isChanged: boolean }

/** The server-sent events that a page gets. `trouble` says why a change of code is not shown. */
export type LiveEvent = Change | { what: 'code' } | { what: 'trouble'; message: string }
