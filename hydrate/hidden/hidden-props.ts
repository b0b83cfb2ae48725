import type { Href, PageRole, SiteFacts } from '#blocks/_shared/reader.ts'
import type { BlockFacts } from '#content/blocks/block-facts.ts'
import type { ListName } from '#content/schema.ts'
import { forms, withIndustries } from '#hydrate/forms/fields/fields.ts'
import type { FormName } from '#hydrate/forms/form-spec.ts'
import { formTextKeys } from '#hydrate/forms/form-texts.ts'

/** What a hidden page needs besides its content, as plain values: all that its blocks may ask a reader for. */
export type HiddenProps = {
  locale: string
  defaultLocale: string
  /** Address of the shell itself, encoded. */
  shell: string
  /** What stands before and after the slug in the addresses of the pages, decoded. */
  area: Around
  site: SiteFacts
  pages: Partial<Record<PageRole, Href>>
  /** What stands before and after the slug in the paths of a collection's pages, encoded; missing for a collection without pages. */
  members: Partial<Record<ListName, Around>>
  /** What the contract says of blocks. */
  blocks: BlockFacts
  /** Addresses of bundled files by name. */
  assets: Record<string, string>
  /** Texts by key. */
  texts: Record<string, string>
}

/** What stands before and after a slug in an address. */
type Around = { before: string; after: string }

export type HiddenState = {
  phase: 'loading' | 'denied' | 'no-page' | 'missing' | 'failed' | 'done'
  /** Markup of the page's blocks, made by the site's own components. */
  markup?: string
  /** The address to log in as somebody else, and come back. */
  login?: string
}

/** Every page that a block may lead to. */
export const hiddenRoles: PageRole[] = ['home', 'help', 'demo', 'contact', 'search', 'login', 'privacy', 'blog']
export const hiddenAssets = ['entry-form.js', 'entry-form.deps']

/** Keys of every text that the page, or any block of it, shows. */
export const hiddenTextKeys: string[] = [
  ...['loading', 'denied', 'noPage', 'login', 'part', 'partFailed', 'ask'].map((key) => `restricted.${key}`),
  ...['errorDescription404', 'errorDescription500', 'home', 'tryAgain'].map((key) => `error.${key}`),
  ...[
    'blog.all',
    'blog.empty',
    'blog.seeMore',
    'block.video',
    'content.table',
    'form.noscript',
    'form.needsScript',
    'form.direct',
    'island.failure',
  ],
  ...['close', 'next', 'open', 'picture', 'previous', 'viewer'].map((key) => `gallery.${key}`),
  ...['jobs.empty', 'jobs.until', 'people.title'],
  ...['notice', 'openStreetMap', 'openStreetMapOf', 'show', 'showOf'].map((key) => `maps.${key}`),
  ...['north', 'south', 'east', 'west'].map((key) => `maps.${key}`),
  // The names of forms are the keys of this object.
  ...(Object.keys(forms) as FormName[]).flatMap((form) => formTextKeys(form, withIndustries(forms[form], []))),
]

/** Values that the browser fills into the texts. */
export const laterValues = ['name', 'number', 'host', 'formats', 'size', 'count', 'percent', 'left', 'over', 'degrees']
