import { expect, it } from 'vitest'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { publishRobots, publishSecurity } from './robots.ts'

async function written(file: string, publish: (writer: ReturnType<typeof openMemoryWriter>) => Promise<void>) {
  const writer = openMemoryWriter()
  await publish(writer)
  await writer.commit()
  return Buffer.from(writer.files.get(file) ?? '').toString()
}

const origin = 'https://www.example.com'

it.each([
  [
    { api: '/api', sitemap: 'sitemap.xml' },
    'User-agent: *\nDisallow: /api/\n\nSitemap: https://www.example.com/sitemap.xml\n',
  ],
  [{}, 'User-agent: *\nAllow: /\n'],
])('writes robots.txt for %j', async (options, expected) => {
  expect(await written('robots.txt', (writer) => publishRobots({ writer, origin, ...options }))).toBe(expected)
})

it('fails when robots.txt cannot be written', async () => {
  const writer = openMemoryWriter()
  await writer.write('robots.txt', 'of somebody else')
  await expect(publishRobots({ writer, origin })).rejects.toThrow('robots.txt')
})

it('writes security.txt with the expiry date of the settings', async () => {
  const security = {
    contact: ['mailto:security@example.com', 'https://example.com/report'],
    expires: '2027-11-01T00:00:00+01:00',
    encryption: 'https://example.com/key',
    acknowledgments: 'https://example.com/thanks',
    policy: 'https://example.com/policy',
    hiring: 'https://example.com/jobs',
  }
  const text = await written('.well-known/security.txt', (writer) =>
    publishSecurity({ writer, origin, languages: ['pl', 'en'], security }),
  )
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Contact: https://example.com/report',
    'Expires: 2027-10-31T23:00:00.000Z',
    'Encryption: https://example.com/key',
    'Acknowledgments: https://example.com/thanks',
    'Policy: https://example.com/policy',
    'Hiring: https://example.com/jobs',
    'Preferred-Languages: pl, en',
    'Canonical: https://www.example.com/.well-known/security.txt',
    '',
  ])
})
