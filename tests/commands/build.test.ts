import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Changes } from '#publish/export/export-changes.ts'
import type { Report } from '#renderer/build/report.ts'
import { isSoak } from '#tests/is-soak.ts'
import { differing, filesIn, openProject, type Project, touched } from './project.ts'
import { change, retitle, smallContent } from './small-content.ts'

let project: Project
const pages = 24

beforeAll(async () => {
  project = await openProject(smallContent(), { copiesTool: isSoak }) // only the soak test edits it
})
afterAll(() => project.close())

const report = ({ stdout }: { stdout: string }): Report => JSON.parse(stdout)
const changes = async (out = 'output'): Promise<Changes> => JSON.parse(await project.read(`${out}/changes.json`))
const paths = (files: { path: string }[]): string[] => files.map(({ path }) => path)

describe('A dry run', () => {
  it.runIf(isSoak)(
    'into a folder that does not exist reports what a build would add, and creates nothing',
    async () => {
      const { code, stderr, stdout } = await project.site('build', '--dry-run', '--json', '--out', 'none')
      expect(code).toBe(0)
      expect(stderr).toContain('"none/site" is untouched.')
      expect(stderr).toContain('would be added    404.html\n')
      expect(report({ stdout }).changes?.added.length).toBe(report({ stdout }).files.added)
      expect(existsSync(join(project.root, 'none'))).toBe(false)
    },
  )
})

describe('A build', () => {
  it('lists the files that it added, with their real digests', async () => {
    const { code, stdout } = await project.site('build', '--json')
    expect(code).toBe(0)
    expect(report({ stdout }).pages).toMatchObject({ total: pages, rendered: pages })
    const { added, changed, removed } = await changes()
    expect([changed, removed]).toEqual([[], []])
    const published = await filesIn(join(project.root, 'output/site'))
    expect(paths(added).sort()).toEqual([...published.keys()].sort())
    for (const { path, sha256, bytes } of added) {
      const content = await readFile(join(project.root, 'output/site', path))
      expect([path, sha256, bytes]).toEqual([path, hash('sha256', content), content.length])
    }
  })

  it('renders and touches nothing when nothing changed, and renders every page with --force', async () => {
    const before = await filesIn(join(project.root, 'output/site'))
    const again = report(await project.site('build', '--json'))
    expect(again.pages).toMatchObject({ rendered: 0, unchanged: pages })
    expect(await changes()).toEqual({ added: [], changed: [], removed: [] })
    const forced = report(await project.site('build', '--json', '--force'))
    expect(forced.pages).toMatchObject({ rendered: pages, unchanged: 0, changed: 0 })
    expect(touched(before, await filesIn(join(project.root, 'output/site')))).toEqual([])
  })

  it('lists what it changed, added and removed, just as a dry run predicts without touching a file', async () => {
    change(project.content, 'pl', (pl) => {
      pl.pages = { ...pl.pages, 4: { ...pl.pages?.[4], title: 'Crew' }, 9: { id: 9, title: 'New', blocks: [] } }
      pl.nodes = [...(pl.nodes ?? []).filter(({ slug }) => slug !== '/żółć 100%')]
      pl.nodes.push({ nodeType: 'article', action: 'index', slug: '/new', nodeReference: 9 })
    })
    const before = await filesIn(join(project.root, 'output'))
    const dry = await project.site('build', '--dry-run', '--json')
    expect(dry.code).toBe(0)
    expect(dry.stderr).toContain('would be added    new/index.html\n')
    expect(dry.stderr).toContain('would be changed  about/team/index.html\n')
    expect(dry.stderr).toContain('would be removed  żółć 100%/index.html\n')
    expect(touched(before, await filesIn(join(project.root, 'output')))).toEqual([])

    await project.site('build')
    const { added, changed, removed } = await changes()
    expect(report(dry).changes).toEqual({ added, changed, removed })
    expect(paths(added)).toEqual(['new/index.html'])
    expect(paths(changed)).toContain('about/team/index.html')
    expect(paths(removed)).toEqual(['żółć 100%/index.html'])
    const gone = before.get('site/żółć 100%/index.html')?.text ?? ''
    expect(removed[0]?.sha256).toBe(hash('sha256', Buffer.from(gone, 'latin1')))
  })

  it('that would fail also fails as a dry run', async () => {
    const { pl } = project.content.locales
    retitle(project.content, 'pl', 4, 7 as unknown as string)
    const { code, stderr } = await project.site('build', '--dry-run')
    project.content.locales = { ...project.content.locales, ...(pl && { pl }) }
    expect(stderr).toContain('field "title": expected a text, got 7.')
    expect(stderr).toContain('is untouched.')
    expect(code).toBe(1)
  })

  it.runIf(isSoak)('keeps its page store through dry runs and verifications with another engine', async () => {
    await project.site('build')
    await project.site('build', '--dry-run', '--engine', 'preact')
    await project.site('verify', '--engine', 'preact')
    expect(report(await project.site('build', '--json')).pages.rendered).toBe(0)
  })
})

describe('The lock', () => {
  it('refuses a second command, and names the process to wait for', async () => {
    const asked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    project.content.intercept = async ({ url }) => {
      if (!url?.includes('sitemap_nodes')) return false
      asked.resolve()
      await go.promise
      return false
    }
    const first = project.start('build')
    await asked.promise
    for (const command of [['build'], ['render', '/about']]) {
      const { code, stderr } = await project.site(...command)
      expect(stderr).toContain(`is in use: process ${first.pid} has been running "site build --api`)
      expect(stderr).toContain('Wait until that process has ended')
      expect(code).toBe(1)
    }
    go.resolve()
    delete project.content.intercept
    expect((await first.ended).code).toBe(0)
  })

  it('is taken over when its process is gone', async () => {
    const ended = project.start('--version')
    await ended.ended
    const owner = { pid: ended.pid, start: '1', host: hostname(), command: 'site build', since: '2026-01-01T00:00:00Z' }
    await writeFile(join(project.root, 'output/.lock'), JSON.stringify(owner))
    expect((await project.site('build')).code).toBe(0)
    expect(existsSync(join(project.root, 'output/.lock'))).toBe(false)
  })
})

it.each([
  [['--poll', '0'], 'Expected a whole number from 1 to 3600.'],
  [['--dry-run', '--poll', '1'], "cannot be used with option '--poll"],
  [['--dry-run', '--watch'], "cannot be used with option '--watch"],
  [['--dry-run', '--save-snapshot', 'x'], "cannot be used with option '--save-snapshot"],
])('rejects %j as wrong usage', async (args, message) => {
  const { code, stderr } = await project.site('build', ...args)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

it('reports a cache that cannot be written', async () => {
  await project.write('a-file', '')
  const { code, stderr } = await project.site('build', '--cache', 'a-file/cache', '--out', 'uncached')
  expect(stderr).toContain('The cache folder "a-file/cache" cannot be written')
  expect(code).toBe(2)
  expect(existsSync(join(project.root, 'uncached/site'))).toBe(false)
})

it.runIf(isSoak)('An export is complete when folders of the cache cannot be written, and they are named', async () => {
  const build = (name: string) =>
    project.site('build', '--no-ledger', '--images', 'on', '--compress', '--cache', `${name}-cache`, '--out', name)
  expect((await build('kept')).code).toBe(0)
  for (const folder of ['pictures', 'exports', 'compressed']) await project.write(`unkept-cache/${folder}`, 'a file')
  const { code, stderr } = await build('unkept')
  for (const folder of ['pictures', 'exports', 'compressed'])
    expect(stderr).toMatch(
      new RegExp(`kept in the cache ".*unkept-cache/${folder}[^ ]*": .* is a file, but a folder is needed`),
    )
  expect(code, stderr).toBe(0)
  expect(await differing(join(project.root, 'unkept/site'), join(project.root, 'kept/site'))).toEqual([])
})

it('More warnings than allowed make the exit code 1, but the export is published', async () => {
  await project.write('redirects.json', '{ "redirects": [{ "from": "/old", "to": "/nowhere" }] }\n')
  const strict = await project.site('build', '--no-ledger', '--max-warnings', '0', '--json')
  expect(strict.stderr).toContain(': --max-warnings allows 0.')
  expect(report(strict)).toMatchObject({ isPublished: true, errors: [] })
  expect(strict.code).toBe(1)
  expect((await project.site('build', '--no-ledger', '--max-warnings', '5')).code).toBe(0)
  await project.write('redirects.json', '{ "redirects": [] }\n')
})

it.runIf(isSoak)('Logs of components stay out of the JSON on stdout, with and without --workers', async () => {
  const component = await project.read('blocks/text/text.tsx')
  await project.write('blocks/text/text.tsx', `${component}\nconsole.log('a word of a component')\n`)
  for (const workers of ['0', '1']) {
    const options = ['--no-ledger', '--json', '--force', '--workers', workers]
    const { code, stdout, stderr } = await project.site('build', ...options)
    expect(report({ stdout }).pages.rendered).toBe(pages)
    expect(stderr).toContain('a word of a component\n')
    expect(code).toBe(0)
  }
})
