import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Page } from '#content/schema.ts'
import { contentKinds } from './content-kinds.ts'
import { type Content, type Listing, openContent } from './read-content.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-content-'))
  await mkdir(join(folder, 'en/pages'), { recursive: true })
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** Writes a page. Files with an id and title of the same length have the same size. */
const write = (name: string, id: string, title: string) =>
  writeFile(join(folder, 'en/pages', `${name}.yaml`), `id: "${id}"\ntitle: ${title}\nblocks: []\n`)

/** Makes the folder look as if no file was added or removed recently, so that the result of reading it is kept. */
const letSettle = () => utimes(join(folder, 'en/pages'), 1000, 1000)

const reader = () => titlesIn(openContent(folder))
const titlesIn =
  (content: Content) =>
  (id: string, drafts = false) => {
    const named = ({ documents }: Listing<Page>) => documents.filter(({ data }) => data.id === id)
    return named(content.read(contentKinds.pages, { locale: 'en', drafts }, named)).map(({ data }) => data.title)
  }

it('a list may have more members than a call can have arguments', async () => {
  const node = { nodeType: 'article', action: 'index', slug: '/a', nodeReference: '1' }
  await writeFile(join(folder, 'en/nodes.yaml'), JSON.stringify(Array(140_000).fill(node)))
  const { documents } = openContent(folder).read(contentKinds.nodes, { locale: 'en', drafts: false })
  expect(documents).toHaveLength(140_000)
})

it('posts have the same order in every time zone, even if a date has no offset from UTC', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  await mkdir(join(folder, 'en/posts'))
  for (const [id, date] of Object.entries({ old: '2026-12-31T23:00:00Z', new: '2027-01-01T00:00:00' }))
    await writeFile(
      join(folder, `en/posts/${id}.yaml`),
      JSON.stringify({ id, slug: id, title: id, publicationDate: date, blocks: [] }),
    )
  for (const name of ['UTC', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', name)
    const { documents } = openContent(folder).read(contentKinds.posts, { locale: 'en', drafts: false })
    expect(documents.map(({ data }) => data.id)).toEqual(['new', 'old'])
  }
})

it('a document is read again if its file has changed, and others once they are requested', async () => {
  await write('a', '1', 'Oak')
  await write('b', '2', 'Elm')
  await letSettle()
  const titlesOf = reader()
  expect([titlesOf('1'), titlesOf('2')]).toEqual([['Oak'], ['Elm']])
  await write('a', '1', 'Birch')
  await write('b', '2', 'Willow')
  expect([titlesOf('1'), titlesOf('2')]).toEqual([['Birch'], ['Willow']])
  await write('a', '3', 'Lime')
  expect([titlesOf('3'), titlesOf('1')]).toEqual([['Lime'], []])
})

it('only the file of the requested document is checked, as long as no file is added or removed', async () => {
  await write('a', '1', 'Oak')
  await write('b', '2', 'Elm')
  await letSettle()
  const titlesOf = reader()
  expect(titlesOf('1')).toEqual(['Oak'])
  await write('b', '1', 'Willow') // in place: the time of the folder does not change
  expect(titlesOf('1')).toEqual(['Oak'])
  expect(titlesOf('2')).toEqual([])
  expect(titlesOf('1')).toEqual(['Oak', 'Willow'])
})

it('all files are checked only once for concurrent requests for missing documents', async () => {
  await write('a', '1', 'Oak')
  await letSettle()
  const titlesOf = reader()
  expect(titlesOf('2')).toEqual([])
  const file = join(folder, 'en/pages/a.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('1', '3'))
  expect(titlesOf('3')).toEqual([])
  await new Promise(setImmediate)
  expect(titlesOf('3')).toEqual(['Oak'])
})

it('a file that is not valid YAML is read only once until it changes', async () => {
  const file = join(folder, 'en/pages/a.yaml')
  await writeFile(file, 'id: 1\ntitle: Oak: a tree\n')
  await letSettle()
  const content = openContent(folder)
  const read = () => {
    const { documents } = content.read(contentKinds.pages, { locale: 'en', drafts: false })
    return documents[0]
  }
  const first = read()
  expect(first?.raw).toMatchObject({ id: '1', '@problem': expect.stringMatching(/^is not valid YAML: .* at line 2/) })
  expect(read()).toBe(first)
  await writeFile(file, 'id: 1\ntitle: Oak\nblocks: []\n')
  expect(read()).toMatchObject({ isRight: true, data: { title: 'Oak' } })
})

it('a file that now has the id of another one is noticed after a list has been read', async () => {
  await write('a', '1', 'Oak')
  await write('b', '2', 'Elm')
  await letSettle()
  const content = openContent(folder)
  const titles = titlesIn(content)
  expect(titles('1')).toEqual(['Oak'])
  await write('b', '1', 'Ash')
  content.read(contentKinds.nodes, { locale: 'en', drafts: true }) // as previews do twice a second
  expect(titles('1')).toEqual(['Oak'])
  content.read(contentKinds.nodes, { locale: 'en', drafts: false })
  expect(titles('1')).toEqual(['Oak', 'Ash'])
})

it('added and removed files are noticed immediately', async () => {
  await write('a', '1', 'Oak')
  await letSettle()
  const titlesOf = reader()
  expect(titlesOf('1')).toEqual(['Oak'])
  await write('b', '1', 'Elm')
  expect(titlesOf('1')).toEqual(['Oak', 'Elm'])
  await rm(join(folder, 'en/pages/a.yaml'))
  expect(titlesOf('1')).toEqual(['Elm'])
  await write('c', '1', 'Ash') // within a second, so no result for the folder is kept
  expect(titlesOf('1')).toEqual(['Elm', 'Ash'])
  await rm(join(folder, 'en'), { recursive: true })
  expect(titlesOf('1')).toEqual([])
})

it('reading with drafts does not hide a change from later requests without drafts', async () => {
  await write('a', '1', 'Oak')
  await letSettle()
  const titlesOf = reader()
  expect([titlesOf('1'), titlesOf('1', true)]).toEqual([['Oak'], ['Oak']])
  await write('a', '1', 'Birch')
  expect([titlesOf('1', true), titlesOf('1')]).toEqual([['Birch'], ['Birch']])
})
