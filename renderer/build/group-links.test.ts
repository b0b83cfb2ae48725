import { expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import { linkFinding } from '#renderer/site/resolve-link.ts'
import { groupLinks } from './group-links.ts'

const dead = (path: string, url: string): Finding => linkFinding(url, 'link-dead', { locale: 'pl', path })

it('A target of one link is reported unchanged, and so are findings about other things', () => {
  const other: Finding = { code: 'title-missing', message: 'No title.', where: { path: '/a', url: '/gone' } }
  const all = [dead('/a', '/gone'), dead('/b', '/lost'), other, other]
  expect(groupLinks(all)).toEqual(all)
})

it('A target of many pages is one finding with the number of pages', () => {
  const pages = Array.from({ length: 3000 }, (_, at) => dead(`/page-${at}`, '/gone'))
  const menu = linkFinding('/gone', 'link-dead', { locale: 'en', item: 'Gone' })
  const found = groupLinks([
    ...pages,
    menu,
    linkFinding('/gone', 'link-unsafe', { locale: 'en', item: 'Gone' }),
    dead('/b', '/lost'),
  ])
  expect(found.map(({ code, where }) => [code, where?.url])).toEqual([
    ['link-dead', '/gone'],
    ['link-unsafe', '/gone'],
    ['link-dead', '/lost'],
  ])
  expect(found[0]?.message).toBe(
    '3,001 pages and menus ("/page-0", "/page-1", "/page-2", "/page-3", "/page-4" and 2,996 more) link to "/gone", but no page has that address.',
  )
  expect(found[0]?.where?.path).toBe('/page-0')
})

it('names pages in the script of their language', () => {
  const pages = ['/uk/%D0%BF%D1%80%D0%B0%D0%B9%D1%81', '/%C5%BC%C3%B3%C5%82w%20'].map((path) => dead(path, '/gone'))
  expect(pages[0]?.message).toBe('The page "/uk/прайс" links to "/gone", but no page has that address.')
  expect(groupLinks(pages)[0]?.message).toContain('("/uk/прайс" and "/żółw%20")')
  expect(pages[0]?.where?.path).toBe('/uk/%D0%BF%D1%80%D0%B0%D0%B9%D1%81')
})

it('reports a bad date once, even if lists of posts show it on many pages', () => {
  const bad = (date: string, path: string): Finding => ({
    ...{ code: 'date-invalid', message: `"${date}" on the page "${path}" is not a date; it is left out.` },
    where: { locale: 'pl', path, value: date },
  })
  const found = groupLinks([bad('soon', '/'), bad('later', '/'), bad('soon', '/blog/a')])
  expect(found.map(({ message }) => message)).toEqual([
    '"soon" is not a date; it is left out on 2 pages ("/" and "/blog/a"). Lists show the dates of other pages.',
    '"later" on the page "/" is not a date; it is left out.',
  ])
})

it('cuts values that are no address or date but a whole text', () => {
  const long = 'words '.repeat(200)
  const bad = (path: string): Finding => ({ code: 'date-invalid', message: '', where: { path, value: long } })
  const links = ['/a', '/b'].map((path) => dead(path, `/${long}`))
  for (const { message } of groupLinks([bad('/'), bad('/blog'), ...links])) expect(message.length).toBeLessThan(250)
})

it('names the field of the document that has the bad date, wherever its page is in the list', () => {
  const pages = ['/', '/a', '/b', '/c', '/d', '/blog/soon'].map(
    (path): Finding => ({
      ...{ code: 'date-invalid', message: '' },
      where: { locale: 'pl', path, value: 'soon', ...(path === '/blog/soon' && { field: 'publicationDate' }) },
    }),
  )
  expect(groupLinks(pages).map(({ message }) => message)).toEqual([
    '"soon", the publicationDate of "/blog/soon", is not a date; it is left out on 6 pages ("/", "/a", "/b", "/c", "/d" and 1 more). Lists show the dates of other pages.',
  ])
})

it('names the items of menus', () => {
  const [found] = groupLinks([linkFinding('/gone', 'link-dead', { locale: 'uk', item: 'Опт' }), dead('/b', '/gone')])
  expect(found?.message).toContain('menus (the item "Опт" of a menu of "uk" and "/b") link to "/gone", but no page')
})
