import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { differences, type ExportFiles, readExport } from '#tests/incremental/compare-exports.ts'
import { filesIn, openProject, type Project, touched } from './project.ts'
import { change, smallContent } from './small-content.ts'

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 3_600_000 })

/** Free space in kB. The sweep takes minutes and only runs with `DISKS=all`. */
const rooms = [0, 8, 40, 80, 120, 160, 200, 240, 280, 320, 400, 480]
const places = [
  ['export', 1, ['--out', 'disk/out', '--cache', 'kept']],
  ['export that is swapped', 1, ['--out', 'disk/out', '--cache', 'kept', '--swap']],
  ['cache', 3, ['--out', 'made', '--cache', 'disk/kept']],
  ['export and cache', 4, ['--out', 'disk/out', '--cache', 'disk/kept', '--swap', '--compress']],
] as const

let project: Project
let disk: string
let isMounted = false
const cleans: ExportFiles[] = []

beforeAll(async () => {
  project = await openProject(smallContent())
  disk = join(project.root, 'disk')
  mkdirSync(disk)
  if (process.env.DISKS !== 'all') return
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status === 0
  if (!isMounted) console.warn('A disk of our own cannot be mounted here, so that no full one is tried.')
})
afterAll(async () => {
  if (isMounted) execFileSync('umount', [disk])
  await project.close()
})

/** Changes every page. */
function hold(mark: number): void {
  for (const locale of ['pl', 'en']) {
    change(project.content, locale, (content) => {
      content.menus = content.menus?.map((item) => ({ ...item, name: `Mark ${mark}` }))
    })
  }
}

async function withRoom<T>(kilobytes: number, work: () => Promise<T>): Promise<T> {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * 1024)))
  return work().finally(() => rm(join(disk, 'filler')))
}

async function cleanOf(mark: number, options: readonly string[]): Promise<ExportFiles> {
  if (cleans[mark]) return cleans[mark]
  const compress = options.includes('--compress') ? ['--compress'] : []
  const { code } = await project.site('build', '--no-ledger', '--out', 'clean', '--cache', 'clean-kept', ...compress)
  expect(code).toBe(0)
  const files = await readExport(join(project.root, 'clean'))
  for (const folder of ['clean', 'clean-kept']) await rm(join(project.root, folder), { recursive: true })
  cleans[mark] = files
  return files
}

/** A failed build writes these files too: its report, and the addresses that it planned. */
const ofFailures = ['report.json', 'addresses.json']

it.runIf(process.env.DISKS === 'all' && process.getuid?.() === 0).each(places)(
  'A disk of the %s that fills up at any byte leaves the old export complete, or the new one is complete',
  async (_name, factor, options) => {
    if (!isMounted) return
    cleans.length = 0
    const out = join(project.root, options[1])
    hold(0)
    const build = ['build', '--no-ledger', ...options]
    expect((await project.site(...build)).code).toBe(0)
    let mark = 0
    const outcomes: string[] = []
    for (const room of rooms.map((kilobytes) => kilobytes * factor)) {
      mark = 1 - mark
      hold(mark)
      const before = await filesIn(join(out, '.'))
      const { code, stderr } = await withRoom(room, () => project.site(...build))
      const reported = `with ${room} kB: ${stderr}`
      outcomes.push(`${room} kB: ${code}`)
      expect(stderr, reported).not.toMatch(/^\s+at |ENOSPC|It happened/m)
      const isOurs = (path: string) => !path.startsWith('.releases/') && !ofFailures.includes(path)
      if (code === 0) {
        expect(differences(await readExport(out), await cleanOf(mark, options)), reported).toEqual([])
        if (room === 0) expect(stderr, reported).toContain('or choose another folder with --cache.')
      } else {
        expect(touched(before, await filesIn(join(out, '.'))).filter(isOurs), reported).toEqual([])
        expect(stderr, reported).toMatch(
          /there is no space left on its disk.*\n.*or choose another folder with --(?:out|cache)\./,
        )
        mark = 1 - mark
      }
      expect(
        readdirSync(out).filter((file) => /^\.(?:staging|journal|lock)/.test(file)),
        reported,
      ).toEqual([])
    }
    console.info(outcomes.join(', '))
    hold(1 - mark)
    const { code, stderr } = await project.site(...build)
    expect(code, stderr).toBe(0)
    expect(differences(await readExport(out), await cleanOf(1 - mark, options))).toEqual([])
    for (const folder of ['disk/out', 'disk/kept', 'kept', 'made'])
      await rm(join(project.root, folder), { recursive: true, force: true })
  },
)
