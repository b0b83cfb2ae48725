import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale, FixtureOptions } from '#tests/fixtures/content-service.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30"/></svg>'

/** A small site in two locales: pages with crumbs, a picture, slugs that must be encoded, and a blog of two pages. */
export function smallContent(): FixtureOptions & { files: NonNullable<FixtureOptions['files']> } {
  return {
    locales: { pl: locale('pl'), en: locale('en') },
    files: { '/media/map.svg': { body: drawing, type: 'image/svg+xml' } },
    withTags: true,
  }
}

function locale(name: string): FixtureLocale {
  const small = smallSite({ posts: 3, perPage: 2 })
  const crumbs = [{ name: 'About', slug: '/about' }]
  const image = { url: '/media/map.svg', alt: 'Map', width: 40, height: 30 }
  return {
    ...small,
    nodes: [
      ...(small.nodes ?? []),
      node('/about/team', 4, { crumbs: [...crumbs, { name: 'Team', slug: '/about/team' }] }),
      node('/żółć 100%', 5),
    ],
    menus: [
      { id: 'about', name: `About ${name}`, url: name === 'pl' ? '/about' : `/${name}/about`, group: 'main' },
      { id: 'blog', name: 'Blog', url: name === 'pl' ? '/blog' : `/${name}/blog`, group: 'main' },
    ],
    pages: {
      ...small.pages,
      2: page(2, 'About', { blocks: [{ id: 21, type: 'text', html: '<p>About us.</p>', image }] }),
      4: page(4, 'Team'),
      5: page(5, 'Odd name'),
    },
    posts: [3, 2, 1].map((id) => post(id)),
  }
}

/** Changes what the service answers in one locale. */
export function change(content: FixtureOptions, locale: string, edit: (content: FixtureLocale) => void): void {
  const own = structuredClone(content.locales[locale] ?? {})
  edit(own)
  content.locales = { ...content.locales, [locale]: own }
}

/** Changes the title of a page of the service. */
export function retitle(content: FixtureOptions, locale: string, id: number, title: string): void {
  change(content, locale, ({ pages = {} }) => {
    pages[id] = { ...pages[id], title }
  })
}
