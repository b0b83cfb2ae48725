import { expect, it } from 'vitest'
import { node, page, post, smallSite } from '#tests/fixtures/content.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { collectPictures } from './collect-pictures.ts'

const image = (name: string) => ({ url: `/m/${name}.jpg` })

it('finds every picture of pages and collections, at any place', () => {
  const blocks = [
    { id: 1, type: 'banner', title: 'B', image: image('banner'), html: '<p><img src="/m/banner-html.jpg"></p>' },
    { id: 2, type: 'text', html: '<img src="/m/text-html.jpg">', image: image('text') },
    { id: 3, type: 'tiles', tiles: [{ title: 'T', image: image('tile'), html: '<img src="/m/tile-html.jpg">' }] },
    { id: 4, type: 'gallery', images: [image('gallery')] },
    { id: 5, type: 'partners', partners: [{ name: 'P', logo: image('logo') }] },
    { id: 6, type: 'offers', offers: [{ title: 'O', url: '/', image: image('offer') }] },
    { id: 7, type: 'faq', items: [{ question: 'Q', answer: '<img src="/m/answer.jpg">' }] },
    { id: 8, type: 'contact', html: '<img src="/m/contact-html.jpg">' },
  ]
  const document = page('x', 'X', { blocks, seoImageSrc: '/m/seo.jpg', theme: { backgroundImage: image('theme') } })
  const service = { id: 1, slug: 's', title: 'S', image: image('service'), blocks: [] }
  const person = { id: 1, name: 'Ann', photo: image('person') }
  const { contents, routes } = testSite({
    locales: {
      pl: {
        nodes: [node('/x', 'x')],
        pages: { x: document },
        posts: [post(1, { teaserImage: image('teaser') })],
        services: [service],
        contact_people: [person],
      },
      en: {
        nodes: [node('/x', 'x')],
        pages: { x: page('x', 'X') },
        contact_people: [{ ...person, photo: image('other') }],
      },
    },
  })
  const names = [...collectPictures(routes, contents).urls].map((url) => url.slice('/m/'.length, -'.jpg'.length))
  expect(names.sort()).toEqual(
    [
      ...['banner', 'banner-html', 'text', 'text-html', 'tile', 'tile-html', 'gallery', 'logo', 'offer', 'answer'],
      ...['contact-html', 'seo', 'theme', 'teaser', 'service', 'person', 'other'],
    ].sort(),
  )
})

it('names each place that shows a picture', () => {
  const blocks = [{ id: 5, type: 'text', html: 'a', image: image('a') }]
  const of = (slug: string) => ({ nodes: [node(slug, 'x')], pages: { x: page('x', 'X', { blocks }) } })
  const { contents, routes } = testSite({ locales: { pl: of('/x'), en: of('/y') } })
  expect(collectPictures(routes, contents).placesOf('/m/a.jpg')).toEqual([
    { locale: 'pl', path: '/x', block: 'text 5' },
    { locale: 'en', path: '/en/y', block: 'text 5' },
  ])
})

it('names a list that shows a picture once, however many pages the list has', () => {
  const blocks = [
    { id: 5, type: 'text', html: 'a', image: image('a') },
    { id: 6, type: 'blog_list', perPage: 1 },
  ]
  const pl = { nodes: [node('/blog', 'x')], pages: { x: page('x', 'X', { blocks }) }, posts: [post(1), post(2)] }
  const { contents, routes } = testSite({ locales: { pl } })
  expect(routes.map(({ slug }) => slug)).toContain('/blog/page/2')
  expect(collectPictures(routes, contents).placesOf('/m/a.jpg')).toEqual([
    { locale: 'pl', path: '/blog', block: 'text 5' },
  ])
})

it('leaves pictures of other families to their own builds', () => {
  const families = [
    { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ]
  const french = { ...smallSite(), posts: [post(1, { teaserImage: image('french') })] }
  const { contents, routes } = testSite({
    locales: { pl: smallSite(), fr: french },
    settings: testSettings({ families }),
  })
  const own = routes.filter(({ locale }) => locale === 'pl')
  expect(collectPictures(own, contents).urls.size).toBe(0)
})

it('finds no pictures when there are none', () => {
  const { contents, routes } = testSite({ locales: { pl: smallSite() } })
  expect(collectPictures(routes, contents).urls.size).toBe(0)
})
