import type { Finding } from '#content/finding.ts'

type Node = { slug: string; nodeType?: string; nodeReference?: string | undefined }

/** The lists that were read for a locale; `undefined` for a list that could not be read. */
type Lists = { nodes: readonly Node[] | undefined; menus: readonly unknown[] | undefined }

/** Finds what a locale lacks, although every site has it. */
export function localeGaps(locale: string, { nodes, menus }: Lists): Finding[] {
  const gap = (code: Finding['code'], what: string, hint: string): Finding => ({
    code,
    message: `The locale "${locale}" ${what}.`,
    where: { locale },
    hint,
  })
  if (nodes?.length === 0) {
    const what = 'has no sitemap nodes, so it gets no pages and nothing links to it'
    const hint = 'Publish nodes in this locale, or remove the locale from the domain family in the settings.'
    return [gap('locale-empty', what, hint)]
  }
  const gaps: Finding[] = []
  // A slug such as "/de" counts as "/" here. `site doctor` reports slugs with the prefix of their locale.
  if (nodes && !nodes.some(({ slug }) => slug === '/' || slug === `/${locale}`)) {
    const what = 'has no sitemap node "/", so the name of the site has no home page to link to'
    gaps.push(gap('home-missing', what, 'Publish a node with the slug "/" in this locale at the service.'))
  }
  const isHidden = nodes?.some(({ nodeReference }) => nodeReference === 'hidden_pages')
  if (isHidden && !nodes?.some(({ nodeType }) => nodeType === 'login')) {
    const what = 'has hidden pages, but no node of the type "login", so nobody can log in to see them'
    gaps.push(gap('login-missing', what, 'Publish a node of the type "login" in this locale at the service.'))
  }
  if (menus?.length === 0) {
    const what = 'has no menus, so its header and footer have no navigation'
    gaps.push(gap('menu-empty', what, 'Publish menus in this locale at the service.'))
  }
  return gaps
}
