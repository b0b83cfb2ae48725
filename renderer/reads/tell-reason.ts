import { hidePasswords } from '#content/hide-passwords.ts'
import type { LookUp } from './look-ups.ts'
import type { FieldChange, ItemChange, Reason } from './reason.ts'

/** What made a page be rendered: a record of the content, a text, a setting or a file, and the field of it that differs. */
export type Cause = { record: string; field?: string; item?: ItemChange; was?: string; is?: string }

/** Where a page stands in the site, for words about its place. */
export type PageName = { locale: string; slug: string }

/** The causes of a reason, each of one field; none for reasons that are sentences by themselves. */
export function causesOf(reason: Reason, page: PageName): Cause[] {
  if (reason.kind !== 'answer') return []
  const [name, ...args] = JSON.parse(reason.question) as [LookUp, ...string[]]
  return reason.changes.map((change) => {
    const { was, is, item } = change
    return {
      ...nameCause[name](args, change, page),
      ...(item && { item }),
      ...(was !== undefined && { was }),
      ...(is !== undefined && { is }),
    }
  })
}

/** What a question asks for, in words. */
export function nameOf(question: string, page: PageName): string {
  const [name, ...args] = JSON.parse(question) as [LookUp, ...string[]]
  if (name === 'code') return `the file "${args[0]}" and what it imports`
  const { record, field } = nameCause[name](args, { path: '' }, page)
  return field ? `${record}: ${field}` : record
}

/** A reason in whole sentences. */
export function tellReason(reason: Reason, page: PageName): string[] {
  if (reason.kind === 'new') return ['It was not in the last build.']
  if (reason.kind === 'file') return ['Its file was changed or removed since the last build.']
  if (reason.kind === 'all') return [reason.why]
  return causesOf(reason, page).map(tellCause)
}

export function tellCause({ record, field, item, was, is }: Cause): string {
  const what = field ? `The field "${field}" of ${record}` : `${record.charAt(0).toUpperCase()}${record.slice(1)}`
  if (item?.change === 'moved') return `${what}: "${item.name}" was number ${was} and is number ${is}.`
  if (item) return `${what}: "${item.name}" was ${item.change}${(was ?? is) ? `: ${was ?? is}` : ''}.`
  if (was === undefined && is === undefined) return `${what} changed.`
  if (was === undefined) return `${what} is new: ${is}.`
  return is === undefined ? `${what} is gone; it was ${was}.` : `${what} was ${was} and is ${is}.`
}

type NameCause = (args: string[], change: FieldChange, page: PageName) => { record: string; field?: string }

const inRecord =
  (name: (args: string[], change: FieldChange) => string): NameCause =>
  (args, change) => {
    const { path } = change
    return { record: name(args, change), ...(path && { field: path }) }
  }
const setting =
  (field: string): NameCause =>
  () => ({ record: 'site.config.ts', field })
const whole =
  (name: (args: string[]) => string): NameCause =>
  (args) => ({ record: name(args) })

const part = (change: FieldChange, kind: string): string => (change.inside ? `, ${kind} "${change.inside}",` : '')

const nameCause: Record<LookUp, NameCause> = {
  document: inRecord(([locale, collection, key], change) => `${collection}/${key}${part(change, 'block')} (${locale})`),
  place: (_, { path }, page) => namePlace(path, page),
  list: whole(([locale, name]) => `the list of ${name} (${locale})`),
  member: (args, { path }) => {
    const [locale, name, key] = args
    const record = `${name} "${key}" (${locale})`
    return path === 'href'
      ? { record: `the address of the page of ${record}` }
      : { record, ...(path && { field: path }) }
  },
  category: inRecord(([locale, id]) => `product_categories "${id}" (${locale})`),
  subcategories: whole(([locale, id]) => `the list of product_categories below "${id}" (${locale})`),
  siblings: whole(([locale, id]) => `the list of product_categories beside "${id}" (${locale})`),
  role: whole(([locale, role]) => `the address of the page for "${role}" (${locale})`),
  slug: whole(([locale, slug]) => `the address of the sitemap node "${slug}" (${locale})`),
  link: whole(([address = '']) => `where the link "${hidePasswords(address)}" leads`),
  menu: (args, change) => {
    const [locale, group] = args
    const field = change.path.replace(/^.*\./, '')
    const item = change.inside ? `, item "${change.inside}"` : ''
    return { record: `the menu "${group}"${item} (${locale})`, ...(field && { field }) }
  },
  text: ([locale, key]) => ({ record: `locales/${locale}.json`, field: key ?? '' }),
  facts: ([locale], { path }) => ({ record: 'site.config.ts', field: settingOf(path, locale) }),
  languageTag: ([locale]) => ({ record: 'site.config.ts', field: `regions.${locale}` }),
  timeZone: setting('timeZone'),
  videoHosts: setting('videoHosts'),
  themeColor: setting('brand.themeColor'),
  defaultLocale: setting('families'),
  policy: whole(() => 'the content security policy, which follows from site.config.ts'),
  feed: whole(([locale]) => `the feed (${locale})`),
  picture: inRecord(([url = '']) => `the picture "${hidePasswords(url)}"`),
  card: inRecord(([title]) => `the social card "${title}"`),
  asset: whole(([name]) => `the bundled file "${name}"`),
  notFoundWords: inRecord(() => 'the words of the 404 page in other languages'),
  code: (_, { path }) => ({ record: `the file "${path}"` }),
}

/** What follows from the sitemap node of a page, and from those of others. */
function namePlace(path: string, { locale, slug }: PageName): { record: string; field?: string } {
  const node = `the sitemap node "${slug}" (${locale})`
  const [field = ''] = path.split(/[.[]/)
  if (field === 'crumbs' || field === 'nodeType') return { record: node, field: path }
  if (field === 'slug' || field === 'path' || field === 'href') return { record: node, field: 'slug' }
  if (field === 'alternates' || field === 'languages') return { record: `the pages in other languages`, field: path }
  if (field === 'pageHrefs' || field === 'page') return { record: 'the number of pages of its list' }
  if (field === 'marks') return { record: `which entries of the menu "${path.slice('marks.'.length)}" lead to it` }
  if (field === 'isIndexable') return { record: `whether it may be indexed, which "noindex" of its document decides,` }
  return { record: node, ...(path && { field: path }) }
}

const settingsOfFacts = new Map([
  ['brand', 'brand.name'],
  ['origin', 'families'],
  ['tagManager.id', 'tagManagerId'],
  ['tagManager.origin', 'tagManagerOrigin'],
  ['recaptcha.siteKey', 'recaptchaSiteKey'],
  ['recaptcha.origin', 'recaptchaOrigin'],
  ['recaptcha.consent', 'recaptchaConsent'],
  ['tagManager', 'tagManagerId'],
  ['recaptcha', 'recaptchaSiteKey'],
  ['designCredit.href', 'designCredit.url'],
])

function settingOf(path: string, locale = ''): string {
  if (path === 'phone' || path === 'email') return `contact.${path}.${locale}`
  return settingsOfFacts.get(path) ?? path.replace(/^social.*/, 'social')
}
