import { expect, it } from 'vitest'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { pixel } from '#tests/fixtures/demo-test-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { openVisit, type VisitAnswer } from '#tests/fixtures/visit.ts'
import { checkPictures } from './check-pictures.ts'

async function look(addresses: string[], answer: VisitAnswer = {}, more: Partial<Visit> = {}) {
  await using visited = await openVisit(() => answer, more)
  const pictures = new Map(addresses.map((address) => [address, '/pages/1 (pl)']))
  // no other field of a locale is read
  await checkPictures([{ pictures } as ExaminedLocale], visited.visit)
  const { found } = visited.visit.rows.of('pictures')
  return { found, reported: visited.reported(), requests: visited.requests, origin: visited.origin }
}
const picture = { body: pixel, headers: { 'content-type': 'image/gif' } }

it('counts existing pictures', async () => {
  const { found, reported, requests } = await look(['/media/a.gif', '/media/b.gif'], picture)
  expect([found, reported]).toEqual(['2 of 2', []])
  expect(requests.map(({ path }) => path)).toEqual(['/media/a.gif', '/media/b.gif'])
  expect((await look([], picture)).found).toBe('none')
})

it('requests the first sixty of many', async () => {
  const many = Array.from({ length: 61 }, (_, at) => `/media/${at}.gif`)
  const { found, requests } = await look(many, picture)
  expect([found, requests.length]).toEqual(['60 of the first 60, of 61', 60])
})

it('requests a picture once, even if its bytes look like JSON that was cut', async () => {
  const { reported, requests } = await look(['/media/a.gif'], { ...picture, body: '[1, 2' })
  expect(requests).toHaveLength(1)
  expect(reported).toEqual([expect.stringContaining('image-invalid')])
})

it('requests no picture without an address', async () => {
  const { reported, requests } = await look([''], picture)
  expect(requests).toEqual([])
  expect(reported).toEqual(['remark image-invalid at pictures: The picture "" of /pages/1 (pl) has no valid address.'])
})

it.each<[VisitAnswer, string]>([
  [{ status: 404 }, 'image-missing at pictures: The picture "/media/a.gif" of /pages/1 (pl) answers 404.'],
  [{ ...picture, body: '' }, 'image-invalid at pictures: The picture "/media/a.gif" of /pages/1 (pl) is empty.'],
  [
    { ...picture, body: pixel.subarray(0, 20) },
    'image-invalid at pictures: The picture "/media/a.gif" of /pages/1 (pl) is not a picture that can be read.',
  ],
  [
    { body: '<p>', headers: { 'content-type': 'text/html' } },
    'image-invalid at pictures: The picture "/media/a.gif" of /pages/1 (pl) is not a picture but text/html.',
  ],
])('reports %j, as an error when strict', async (answer, words) => {
  expect(await look(['/media/a.gif'], answer)).toMatchObject({ found: '0 of 1', reported: [`remark ${words}`] })
  expect((await look(['/media/a.gif'], answer, { isStrict: true })).reported).toEqual([`error ${words}`])
})

it('reports an error when a build would fail, because the picture may exist', async () => {
  expect((await look(['/media/a.gif'], { status: 500 })).reported).toEqual([
    'error image-missing at pictures: The picture "/media/a.gif" of /pages/1 (pl) answers 500.',
  ])
})

it('follows redirects to where the settings allow, as a build does', async () => {
  await using other = await openVisit(() => picture)
  const away = { status: 302, headers: { location: `${other.origin}/a.gif` } }
  expect((await look(['/media/a.gif'], away)).reported).toEqual([
    `remark image-forbidden at pictures: The picture "/media/a.gif" of /pages/1 (pl) redirects to "${other.origin}", which the settings do not allow.`,
  ])
  const settings = testSettings({ pictureOrigins: [other.origin] })
  expect((await look(['/media/a.gif'], away, { settings })).found).toBe('1 of 1')
})

it('suggests no origin for an address that has none', async () => {
  expect((await look(['javascript:alert(1)'])).reported).toEqual([
    'remark image-forbidden at pictures: The picture "javascript:alert(1)" of /pages/1 (pl) is at an address that is neither http nor https.',
  ])
})

it('requests nothing from another origin unless the settings allow it', async () => {
  await using other = await openVisit(() => picture)
  const address = `${other.origin}/a.gif`
  expect((await look([address])).reported).toEqual([
    `remark image-forbidden at pictures: The picture "${address}" of /pages/1 (pl) is at "${other.origin}", which the settings do not allow.`,
  ])
  expect(other.requests).toEqual([])
  const settings = testSettings({ pictureOrigins: [other.origin] })
  expect((await look([address], {}, { settings })).found).toBe('1 of 1')
})
