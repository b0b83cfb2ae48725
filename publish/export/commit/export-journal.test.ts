import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishJournal } from './export-journal.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-journal-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('A commit moves what pages load before the pages, in whichever order they were written', async () => {
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
