import * as z from 'zod'
import type { Change, Target } from './messages.ts'

/** What went wrong, as editors are told it (spec §8). */
export type Failure = { status: 404 | 500; title: string; causes: string[]; hint?: string }

/** Where a document is shown: its public address, or one below `/admin/draft/` when it has none yet. */
export const pageRefSchema = z.object({ href: z.string(), hasAddress: z.boolean(), title: z.string() })
export type PageRef = z.output<typeof pageRefSchema>

/** A line in the index of pages. */
export type PageRow = Target & { href: string; title: string; kind: string }

export type BlockRow = {
  id: string
  type: string
  /** The path of the block in the document, as in `blocks[2]`. */
  path: string
  /** DOM id of its section. */
  anchor: string
  headline: string
  isBroken: boolean
}

export type LocaleRow = {
  locale: string
  name: string
  isCurrent: boolean
  /** The same page in this locale; missing when it does not exist. */
  target?: Target
  missing: string[]
}

/** The words of one field; `kept` words are the same on both sides. */
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
  /** Path of the field in the document, where it is known. */
  path?: string
}

export type SeoPreview = {
  title: string
  description: string
  url: string
  site: string
  card: { title: string; description: string; image?: string; alt?: string }
}

/** A value that a page was rendered from: `pl/pages/12`, `blocks[2].tiles[0].title`, and what stood there; `isHtml` is of rich text. */
export type FieldRead = { record: string; path: string; value: string; isHtml?: boolean }

/** A page that was rendered with marked values (`marks.ts`): its body, and by number the fields that each mark stands for. */
export type MarkedPage = { html: string; fields: FieldRead[][] }

/** Everything the panel shows of one page, but its reach. */
export type PanelData = PageRef & {
  /** Names the document, as in `pl/pages/12`. */
  record: string
  /** A text that is equal for equal pages, and different after any change that shows. */
  digest: string
  state: 'published' | 'changed' | 'new'
  /** Address before the draft, when the draft moves it. */
  movedFrom?: string
  blocks: BlockRow[]
  reads: FieldRead[]
  locales: LocaleRow[]
  words: WordChange[]
  seo: SeoPreview
  remarks: Remark[]
}

export type ReachRow = {
  /** Decoded path of the address. */
  path: string
  title: string
  change: 'changed' | 'new' | 'removed'
  before?: string
  after?: string
}

/** Every address that publishing the draft would change; `checked` counts the files that were compared. */
export type ReachData = { state: 'computing' | 'done'; rows: ReachRow[]; checked: number }

/** Whether reading everything anew found a change. */
export type RefreshResult = { isChanged: boolean }

/** What the server tells a page by server-sent events. `trouble` tells why a change of code is not shown. */
export type LiveEvent = Change | { what: 'code' } | { what: 'trouble'; message: string }
