import type { RecordName } from './content-schemas.ts'

const updatedAt = '2026-03-02T09:30:00+01:00'
const post = {
  id: 1001,
  slug: 'winter-tyres',
  title: 'When to change to winter tyres',
  lead: 'Seven degrees, not the first snow.',
  publicationDate: '2026-02-27T08:00:00+01:00',
  teaserImage: { url: '/media/tyres.jpg', alt: 'A wheel in snow', width: 1600, height: 900 },
}
const service = {
  id: 201,
  slug: 'repair',
  title: 'Repair',
  lead: 'On the same day.',
  image: { url: '/media/repair.jpg' },
}
const offer = {
  id: 301,
  slug: 'fitter',
  title: 'Fitter',
  location: 'Leeds',
  country: 'GB',
  employmentType: 'FULL_TIME',
}
const blocks = [{ id: 'a1', type: 'text', headline: 'Come in', html: '<p>We are open <b>every day</b>.</p>' }]

/** A record of each kind, as a service may send it. */
export const openApiExamples: Record<RecordName, object> = {
  MenuItem: { id: 701, name: 'Repair', url: '/services/repair', group: 'main', children: [] },
  SitemapNode: { nodeType: 'article', action: 'show', slug: '/blog/:slug', nodeReference: 'posts', updatedAt },
  Page: { id: 1, title: 'Home', layout: 'home', blocks, updatedAt },
  PostSummary: post,
  Post: { ...post, author: 'A. Smith', blocks },
  ServiceSummary: service,
  Service: { ...service, blocks },
  JobOfferSummary: offer,
  JobOffer: { ...offer, blocks },
  ContactPerson: {
    id: 401,
    name: 'Ada Smith',
    position: 'Workshop',
    phone: '+44 113 496 0000',
    email: 'ada@example.com',
  },
  ProductCategory: { id: 502, name: 'Vans', path: 'tyres/vans', parentBranch: [501] },
  SearchResult: { title: 'Repair', content: 'On the same day.', slug: '/services/repair', updatedAt },
  HiddenPage: { id: 601, slug: 'prices', title: 'Prices', blocks },
}
