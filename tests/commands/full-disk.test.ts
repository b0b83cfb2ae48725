import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { filesIn, openProject, type Project, touched } from './project.ts'
import { smallContent } from './small-content.ts'

let project: Project
let disk: string
let isMounted = false

beforeAll(async () => {
  project = await openProject(smallContent(), { copiesTool: false })
  disk = join(project.root, 'disk')
  mkdirSync(disk)
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status === 0
})
afterEach(async () => {
  await rm(join(disk, 'filler'), { force: true })
})
afterAll(async () => {
  if (isMounted) execFileSync('umount', [disk])
  await project.close()
})

/** Leaves this much space on the disk. If no disk can be mounted, limits the size of each file instead. */
async function withRoom<T>(kilobytes: number, work: (wrap: string[]) => Promise<T>): Promise<T> {
  if (!isMounted) return work(['bash', '-c', `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`, 'bash'])
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * 1024)))
  return work([]).finally(() => rm(join(disk, 'filler')))
}

const out = () => join(disk, 'output')
/** A failed build writes these files too: its report, and the addresses that it planned. */
const ofFailures = ['report.json', 'addresses.json']

it('A full disk leaves the export and the files beside it as they were, unless it only fills up after publishing', async () => {
  const build = ['build', '--no-ledger', '--out', 'disk/output', '--hosts', 'nginx,caddy']
  expect((await project.site(...build)).code).toBe(0)
  await project.edit('site.config.ts', "name: 'Brand'", "name: 'Label'") // a change of every page
  let published = false
  const failures: string[] = []
  // Without a mounted disk only the size of each file is limited, and a file is smaller than all of them together.
  const more = isSoak ? [60, 320, 380, 400, 440, 560] : []
  const rooms = isMounted
    ? [0, 200, 360, 420, 480, 1000, ...more].sort((one, other) => one - other)
    : [1, 8, 16, 24, 32, 64, 1000]
  for (const room of rooms) {
    const before = await filesIn(out())
    const { code, stderr } = await withRoom(room, (wrap) => project.wrapped(wrap, ...build))
    const after = await filesIn(out())
    const changed = touched(before, after)
    if (code === 0) {
      expect(changed).toContain('report.json')
      expect(changed).toContain('changes.json')
      const { pages } = JSON.parse(await readFile(join(out(), 'report.json'), 'utf8'))
      expect(changed.filter((path) => path.endsWith('.html')).length).toBe(pages.total)
      published = true
      break
    }
    failures.push(stderr)
    expect(code, stderr).toBe(room === 0 ? 2 : 1) // without any room the folder cannot even be locked
    expect(
      changed.filter((path) => !ofFailures.includes(path)),
      `with ${room} kB`,
    ).toEqual([])
    expect(stderr).toMatch(
      /"[^"]*\/disk\/output[^"]*" cannot be written: (there is no space left on its disk|this process may not write)/,
    )
    expect(stderr).toContain('or choose another folder with --out.')
    expect(stderr).not.toMatch(/^\s+at /m)
  }
  expect(failures.length).toBeGreaterThan(2)
  expect(published).toBe(true)
  const report = JSON.parse(await readFile(join(out(), 'report.json'), 'utf8'))
  expect(report).toMatchObject({ isPublished: true, files: { changed: expect.any(Number) } })
})

it.runIf(isSoak)('A full disk of the cache is reported in a sentence, and pages are published anyway', async () => {
  const build = ['build', '--no-ledger', '--out', 'elsewhere', '--cache', 'disk/cache']
  expect((await project.site(...build)).code).toBe(0)
  await project.edit('site.config.ts', "name: 'Label'", "name: 'Mark'")
  const { code, stderr } = await withRoom(isMounted ? 0 : 4, (wrap) => project.wrapped(wrap, ...build))
  expect(stderr).toMatch(/disk\/cache[^"]*"(?: cannot be used)?: (there is no space|this process may not write)/)
  expect(stderr).toContain('or choose another folder with --cache.')
  expect(stderr).not.toMatch(/^\s+at /m)
  if (isMounted) expect(code).toBe(0) // the limit of file sizes also applies to the export
  expect((await project.site(...build)).stderr).not.toContain('-lost]')
})

it('A picture that cannot be written fails the build, and is not left out of its pages', async () => {
  const build = ['build', '--no-ledger', '--out', 'pictured', '--cache', 'pictured-cache']
  const { files } = project.content
  const lines = 'h9'.repeat(300_000)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><path d="M0 0${lines}"/></svg>`
  project.content.files = { ...files, '/media/map.svg': { body: drawing, type: 'image/svg+xml' } }
  const limited = ['bash', '-c', `trap '' XFSZ; ulimit -f 500; exec "$@"`, 'bash']
  const { code, stderr } = await project.wrapped(limited, ...build)
  expect(stderr).toMatch(/pictured" cannot be written: this process may not write a file of this size\. \[export-un/)
  expect(stderr).not.toContain('image-missing')
  expect(code).toBe(1)
  expect(await filesIn(join(project.root, 'pictured/site'))).toEqual(new Map())
  project.content.files = files ?? {}
})

it.runIf(isSoak)('A process that may only open a few files reports this and nothing else', async () => {
  const wrap = (most: number): string[] => ['bash', '-c', `ulimit -n ${most}; exec "$@"`, 'bash']
  const results = []
  for (const most of [28, 32, 36, 40, 48]) {
    const run = await project.wrapped(wrap(most), 'build', '--no-ledger', '--out', 'few', '--cache', 'few-cache')
    if (run.code !== 0) results.push(run.stderr)
    expect(run.stderr).not.toContain('ENOTEMPTY')
    expect(run.stderr).not.toMatch(/^\s+at /m)
    expect(existsSync(join(project.root, 'few/.staging'))).toBe(false)
  }
  expect(results.some((stderr) => stderr.includes('this process may not open so many files at the same time'))).toBe(
    true,
  )
})

it('A redirect that does not fit on the disk is not added, and the others stay', async () => {
  const redirects = Array.from({ length: 100 }, (_, number) => ({ from: `/old-${number}`, to: '/about' }))
  await project.write('redirects.json', JSON.stringify({ redirects }))
  const before = await project.read('redirects.json')
  await project.site('redirects') // compiles the command
  const limited = ['bash', '-c', `trap '' XFSZ; ulimit -f 2; exec "$@"`, 'bash']
  const { code, stderr } = await project.wrapped(limited, 'redirects', 'add', '/older', '/about')
  expect(stderr).toContain('redirects.json" cannot be written, and is unchanged.\n  because: ')
  expect(code).toBe(2)
  expect(await project.read('redirects.json')).toBe(before)
  expect((await readdir(project.root)).filter((name) => name.startsWith('redirects.json'))).toHaveLength(1)
})
