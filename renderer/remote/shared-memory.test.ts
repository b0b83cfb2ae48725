import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { memoryFile } from '#renderer/build/memory-file.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { openRemoteCache } from './remote-cache.ts'
import { downloadMemory, uploadMemory } from './shared-memory.ts'

/** Jobs of machines that share a cache. `objects` is what the cache holds. */
function openMachines() {
  const folder = mkdtempSync(join(tmpdir(), 'site-shared-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const objects = new Map<string, Buffer>()
  const remote = openRemoteCache({
    address: 's3://bucket',
    store: {
      open: async () => {},
      get: async (name) => objects.get(name),
      put: async (name, bytes) => void objects.set(name, bytes),
      list: async (inside) =>
        new Set([...objects.keys()].flatMap((name) => (name.startsWith(inside) ? name.slice(inside.length + 1) : []))),
    },
  })
  const settings = testSettings()
  const jobOf = (machine: string) =>
    ({
      ...{ remote, settings, family: settings.families[0], locales: ['pl'], engine: 'react', api: 'http://a.test/api' },
      ...{ toolRoot: folder, siteRoot: folder },
      ...{ out: join(folder, machine, 'out'), cache: join(folder, machine, 'cache') },
    }) as BuildJob // with all fields that are used
  return { objects, jobOf, fileOf: (machine: string) => memoryFile(jobOf(machine), 'answers') ?? '' }
}

it('A file reaches another machine in pieces, which are sent again if one of them was damaged', async () => {
  const { objects, jobOf, fileOf } = openMachines()
  const bytes = Buffer.alloc(4 * 1024 * 1024 + 10, 'a')
  mkdirSync(dirname(fileOf('one')), { recursive: true })
  writeFileSync(fileOf('one'), bytes)
  await uploadMemory(jobOf('one'), { isMissing: false })
  const pieces = [...objects.keys()].filter((name) => name.includes('/memory-parts/'))
  expect(pieces).toHaveLength(2)
  await downloadMemory(jobOf('two'))
  expect(readFileSync(fileOf('two')).equals(bytes)).toBe(true)
  objects.set(pieces[1] ?? '', Buffer.from('damaged'))
  const taken = await downloadMemory(jobOf('three'))
  expect([taken, existsSync(fileOf('three'))]).toEqual([{ isMissing: true }, false])
  await uploadMemory(jobOf('one'), taken)
  await downloadMemory(jobOf('three'))
  expect(readFileSync(fileOf('three')).equals(bytes)).toBe(true)
})

it('Removes what a build that was killed had fetched of a file, and nothing of a build that is running', async () => {
  const { jobOf, fileOf } = openMachines()
  mkdirSync(dirname(fileOf('one')), { recursive: true })
  writeFileSync(fileOf('one'), 'answers')
  await uploadMemory(jobOf('one'), { isMissing: false })
  mkdirSync(dirname(fileOf('two')), { recursive: true })
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  for (const pid of [ended, process.ppid]) writeFileSync(`${fileOf('two')}.${pid}.tmp`, 'half')
  await downloadMemory(jobOf('two'))
  expect(readFileSync(fileOf('two'), 'utf8')).toBe('answers')
  expect(readdirSync(dirname(fileOf('two'))).filter((name) => name.endsWith('.tmp'))).toEqual([
    `${basename(fileOf('two'))}.${process.ppid}.tmp`,
  ])
})
