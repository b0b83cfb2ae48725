import { expect, it } from 'vitest'
import { readDocMenus, readDocPages } from './doc-pages.ts'

const pages = await readDocPages()
const page = (slug: string) => pages.find((one) => one.slug === slug)

it('makes a page from every document, each at its own address', () => {
  expect(page('/')).toMatchObject({ file: 'docs/README.md', title: 'Documents' })
  expect(page('/start')).toMatchObject({ file: 'docs/start.md', title: 'Start' })
  expect(page('/decisions/0018-two-roots')?.title).not.toBe('')
  expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length)
})

it('links pages to each other and to their headings', () => {
  expect(page('/start')?.html).toContain('<a href="/site-of-your-own#where-content-comes-from">')
  expect(page('/site-of-your-own')?.html).toContain('<h2 id="where-content-comes-from">')
  expect(page('/contributing')?.html).toContain('<a href="/decisions">')
})

it('keeps only the words of links to files that are not pages', () => {
  expect(page('/deploy')?.html).toContain('GitHub Actions')
  expect(page('/deploy')?.html).not.toContain('github-actions.yml"')
})

it('turns the tables of the index into menus', async () => {
  const menus = await readDocMenus()
  expect(menus[0]).toMatchObject({ name: 'To begin with', children: [{ name: 'Start', slug: '/start' }, {}, {}, {}] })
  const inMenus = new Set(menus.flatMap(({ children }) => children.map(({ slug }) => slug)))
  expect(pages.filter(({ slug }) => !inMenus.has(slug) && !/^\/$|^\/decisions\//.test(slug))).toEqual([])
})
