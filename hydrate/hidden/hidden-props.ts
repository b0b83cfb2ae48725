import { employmentTypes } from '#blocks/_shared/lists/employment.ts'
import type { Href, PageRole, SiteFacts } from '#blocks/_shared/reader.ts'
import type { BlockFacts } from '#content/blocks/block-facts.ts'
import type { ListName } from '#content/schema.ts'
import { forms, withIndustries } from '#hydrate/forms/fields/fields.ts'
import type { FormName } from '#hydrate/forms/form-spec.ts'
import { formTextKeys } from '#hydrate/forms/form-texts.ts'

/** Everything but the content of a hidden page, as plain values: all that its blocks may ask a reader for. */
export type HiddenProps = {
  locale: string
  defaultLocale: string
  /** Address of the shell, encoded. */
  shell: string
  /** The decoded parts before and after the slug in the addresses of hidden pages. */
  area: Around
  site: SiteFacts
  pages: Partial<Record<PageRole, Href>>
  /** The encoded parts before and after the slug in the paths of a collection's pages, if it has pages. */
  members: Partial<Record<ListName, Around>>
  /** Facts about blocks from the contract. */
  blocks: BlockFacts
  /** Addresses of bundled files by name. */
  assets: Record<string, string>
  /** Texts by key. */
  texts: Record<string, string>
}

/** The parts before and after a slug in an address. */
type Around = { before: string; after: string }

export type HiddenState = {
  phase: 'loading' | 'denied' | 'no-page' | 'missing' | 'failed' | 'done'
  /** Markup of the page's blocks, made by the site's own components. */
  markup?: string
  /** The address of the login, which returns to this page if there is one. */
  login?: string | undefined
}

/** Every page that a block may link to. */
export const hiddenRoles: PageRole[] = ['home', 'help', 'demo', 'contact', 'search', 'login', 'privacy', 'blog']
export const hiddenAssets = ['entry-form.js', 'entry-form.deps']

/** Keys of all texts that a hidden page and its blocks show. */
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
  ...employmentTypes.map((type) => `employment.${type}`),
  ...['notice', 'openStreetMap', 'openStreetMapOf', 'show', 'showOf'].map((key) => `maps.${key}`),
  ...['north', 'south', 'east', 'west'].map((key) => `maps.${key}`),
  // The names of forms are the keys of this object.
  ...(Object.keys(forms) as FormName[]).flatMap((form) => formTextKeys(form, withIndustries(forms[form], []))),
]

/** Values that the browser fills into the texts. */
export const laterValues = [
  'name',
  'number',
  'host',
  'formats',
  'size',
  'count',
  'percent',
  'left',
  'over',
  'when',
  'degrees',
]
