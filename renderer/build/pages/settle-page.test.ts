import { expect, test } from 'vitest'
import { questionOf } from '#renderer/reads/look-ups.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { createSettler } from './settle-page.ts'

const home = { locale: 'pl', href: '/' } as const
const about = { locale: 'pl', href: '/about' } as const

function settling(isUnread = (_url: string): boolean => false) {
  const { site, findings } = testSite({ locales: { pl: smallSite() } })
  const files: string[] = []
  const missing: string[] = []
  const parts = {
    site,
    findings,
    pictures: {
      get: (url: string, use: string) => files.push(`${url} ${use}`),
      card: (title: string) => files.push(title),
      isUnread,
    },
    missingText: (locale: string, key: string) => missing.push(`${locale} ${key}`),
  }
  const settle = createSettler(parts, (id: string) => (id === 'unknown' ? undefined : id))
  return { settle, files, missing, findings }
}

test('The files of pictures and social cards are requested once, however many pages show them', () => {
  const { settle, files } = settling()
  const questions = ['unknown', questionOf('picture', ['/a.jpg', 'text']), questionOf('card', ['Title'])]
  settle({ route: home, questions, findings: [] })
  settle({ route: about, questions, findings: [] })
  expect(files).toEqual(['/a.jpg text', 'Title'])
})

test('A picture in no picture field is reported once, with the first page that shows it', () => {
  const { settle, findings } = settling((url) => url === '/lost.jpg')
  const asked = (...uses: string[]) => uses.map((one) => questionOf('picture', one.split(' ')))
  settle({ route: home, questions: asked('/a.jpg text', '/lost.jpg text'), findings: [] })
  settle({ route: about, questions: asked('/lost.jpg text', '/lost.jpg tile'), findings: [] })
  expect(findings.warnings).toEqual([
    {
      code: 'image-missing',
      message: 'The page "/" shows the picture "/lost.jpg", but no picture field contains it, so it was not read.',
      where: { locale: 'pl', path: '/', url: '/lost.jpg' },
      hint: 'Use "imageSchema" or "imageFor(…)" for its field in the schema of the block. Show pictures that belong to the code with CSS.',
    },
  ])
})

test('Each page with a bad link causes a warning', () => {
  const { settle, findings } = settling()
  const questions = [questionOf('link', ['/gone']), questionOf('link', ['/about'])]
  settle({ route: home, questions, findings: [] })
  settle({ route: about, questions, findings: [] })
  expect(findings.warnings).toMatchObject([
    { code: 'link-dead', where: { locale: 'pl', path: '/', url: '/gone' } },
    { code: 'link-dead', where: { locale: 'pl', path: '/about', url: '/gone' } },
  ])
})

test('A text that no locale has is reported, and one that the locale has is not', () => {
  const { settle, missing } = settling()
  settle({
    route: home,
    questions: ['error.home', 'error.nothing'].map((key) => questionOf('text', ['pl', key])),
    findings: [],
  })
  expect(missing).toEqual(['pl error.nothing'])
})

test('Findings from rendering a page are reported again when the page is reused', () => {
  const { settle, findings } = settling()
  const finding = { code: 'date-invalid', message: 'No date.', hint: 'Write one.' } as const
  settle({ route: home, questions: [], findings: [finding] })
  expect(findings.warnings).toEqual([finding])
})
