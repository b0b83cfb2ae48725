import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishJournal, readJournal } from './export-journal.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-journal-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('A commit moves assets before the pages, in whatever order they were written', async () => {
  const staging = '.staging-1'
  const moves = ['a.html', 'a.html.br', 'a.html.gz', 'main.js', 'main.js.br', 'site.css', 'b.html', 'z.avif']
  await Promise.all([join(root, 'site'), join(root, staging, 'site')].map((one) => mkdir(one, { recursive: true })))
  await Promise.all(moves.map((path) => writeFile(join(root, staging, 'site', path), path)))
  await writeFile(join(root, staging, '.files.json'), '{}')
  const order: string[] = []
  const watcher = watch(join(root, 'site'))
  watcher.on('change', (_, name) => {
    order.push(String(name))
    if (order.length === moves.length) watcher.close()
  })
  finishJournal(root, { staging, moves, removals: [], beside: { moves: [], removals: [] }, isWhole: false })
  await once(watcher, 'close')
  expect(order.slice(0, 4).sort()).toEqual(['main.js', 'main.js.br', 'site.css', 'z.avif'])
  expect(order.slice(4).sort()).toEqual(['a.html', 'a.html.br', 'a.html.gz', 'b.html'])
})

const nothing = { moves: [], removals: [] }

it('An export that was replaced completely is not moved again when the commit was cut short afterwards', async () => {
  const journal = { staging: '.staging-1', ...nothing, beside: nothing, isWhole: true }
  await mkdir(join(root, '.staging-1/site'), { recursive: true })
  await writeFile(join(root, '.staging-1/site/index.html'), 'new')
  for (const _ of [1, 2]) {
    finishJournal(root, journal)
    expect(await readFile(join(root, 'site/index.html'), 'utf8')).toBe('new')
  }
})

it('Finishing a commit skips what was already moved and removed', async () => {
  const moves = { moves: ['new.html'], removals: ['old.html', 'gone/index.html'] }
  await mkdir(join(root, '.staging-1/site'), { recursive: true })
  await writeFile(join(root, '.staging-1/site/new.html'), 'new')
  await mkdir(join(root, 'site'))
  await writeFile(join(root, 'site/old.html'), 'old')
  for (const _ of [1, 2]) {
    finishJournal(root, { staging: '.staging-1', ...moves, beside: nothing, isWhole: false })
    expect(await readdir(join(root, 'site'))).toEqual(['new.html'])
  }
})

it('A commit whose files are unreachable is not treated as done', async () => {
  await mkdir(join(root, 'site'))
  await writeFile(join(root, '.staging-1'), 'a file in the place of the folder, so that nothing below is found')
  const journal = { staging: '.staging-1', moves: ['index.html'], removals: [], beside: nothing, isWhole: false }
  expect(() => finishJournal(root, journal)).toThrow('ENOTDIR')
})

const sound = { version: 1, staging: '.staging-1', ...nothing, beside: nothing, isWhole: false }

it.each([
  { version: 2 },
  { staging: '../elsewhere' },
  { staging: '.staging-1/..' },
  { moves: ['../index.html'] },
  { removals: ['/etc'] },
  { beside: { moves: ['..'], removals: [] } },
  { release: 7 },
  { isWhole: true, release: 0 },
  { isWhole: true, release: '../7' },
])('A journal with %j is ignored', async (wrong) => {
  await writeFile(join(root, '.journal.json'), JSON.stringify(sound))
  expect(readJournal(root)).toMatchObject({ staging: '.staging-1', isWhole: false })
  await writeFile(join(root, '.journal.json'), JSON.stringify({ ...sound, ...wrong }))
  expect(readJournal(root)).toBeUndefined()
})
