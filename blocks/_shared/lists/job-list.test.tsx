import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Href } from '#blocks/_shared/reader.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { employmentOf, employmentTypes } from './employment.ts'
import { JobList } from './job-list.tsx'

it('says that there are no job offers', () => {
  expect(renderToStaticMarkup(<JobList jobs={[]} reader={fakeReader()} />)).toContain('No job offers available.')
})

it('shows the title, lead, location, employment type and last day of an offer', () => {
  const job = {
    id: '1',
    slug: 'fitter',
    title: 'Field fitter',
    lead: 'Eight vans a week',
    location: 'Poznań',
    employmentType: 'Full-time',
    validThrough: '2027-01-31',
    publicationDate: undefined,
    href: '/en/careers/fitter' as Href,
  }
  const html = renderToStaticMarkup(<JobList jobs={[job]} reader={fakeReader()} />)
  for (const text of ['Field fitter', 'Eight vans a week', 'Poznań', 'Full-time', 'dateTime="2027-01-31"']) {
    expect(html).toContain(text)
  }
  expect(html).toContain('href="/en/careers/fitter"')
})

it('shows employment types of schema.org in the language of the page', () => {
  const shown = (type: string | undefined) => employmentOf(type, fakeReader())
  expect(employmentTypes.map(shown)).toEqual([
    ...['Full-time', 'Part-time', 'Contractor', 'Temporary'],
    ...['Internship', 'Volunteer', 'Paid by the day', 'Other'],
  ])
  expect(['toString', 'Nights'].map(shown)).toEqual(['toString', 'Nights'])
})
