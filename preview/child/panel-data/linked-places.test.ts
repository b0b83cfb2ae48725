import { expect, it } from 'vitest'
import type { AnyDocument } from '#content/crawl/locale-content.ts'
import { fieldsOf } from '#content/fields.ts'
import { pageSchema } from '#content/schema.ts'
import type { Route } from '#renderer/plan/route.ts'
import { missingPlaces } from './linked-places.ts'

const page = (html: string) => pageSchema.parse({ id: 2, title: 'Help', blocks: [{ id: 1, type: 'text', html }] })
const fields = (html: string) => fieldsOf(page(html), pageSchema)
const origin = 'https://www.example.com'
const about = page('<h2 id="our team">We</h2><p><a name="Müller">Müller</a></p>')
const site = {
  family: { id: 'main', origin, defaultLocale: 'en', locales: ['en'] },
  routeAt: (_: string, path: string) =>
    ['/about', '/unread'].includes(path)
      ? ({ locale: 'en', source: { kind: 'document', collection: 'pages', key: path } } as Route)
      : undefined,
  documents: {
    find: (_: string, __: string, key: string) => (key === '/about' ? (about as AnyDocument) : undefined), // as crawled
    digestOf: () => '',
  },
}

it.each(['/about#gone', `${origin}/about?a=1#gone`])(
  'reports that another page lacks the place that %s links to',
  (href) => {
    expect(missingPlaces(fields(`<a href="${href}">Gone</a>`), site)).toMatchObject([{ name: 'gone', address: href }])
  },
)

it.each([
  '/about#our%20team',
  '/about#our-team',
  '/about#M%C3%BCller',
  '/about#top',
  '/about#:~:text=a',
  '/about',
  '#own',
  '?a=1#own',
])('reports nothing for %s', (href) => expect(missingPlaces(fields(`<a href="${href}">Here</a>`), site)).toEqual([]))

it.each(['/unread#x', '/none#x', 'https://other.example/about#x', 'mailto:a@b.example#x'])(
  'reports nothing for %s, because its page is not known',
  (href) => expect(missingPlaces(fields(`<a href="${href}">There</a>`), site)).toEqual([]),
)
