import { readlinkSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differences, readExport } from '#tests/incremental/compare-exports.ts'
import { openProject, type Project } from './project.ts'
import { change, smallContent } from './small-content.ts'

let project: Project
beforeAll(async () => {
  project = await openProject(smallContent(), { copiesTool: false })
})
afterAll(() => project.close())

const out = (): string => join(project.root, 'out')
const release = (): string => readlinkSync(join(out(), 'site'))
const build = ['build', '--no-ledger', '--out', 'out', '--swap']

it('Every command works on an export that is published through a link', async () => {
  const first = await project.site(...build)
  expect(first.code, first.stderr).toBe(0)
  expect(release()).toBe('.releases/1')
  expect((await project.site(...build)).stderr).toContain('files     0 added, 0 changed, 0 removed')
  expect(release()).toBe('.releases/1')

  for (const locale of ['pl', 'en']) {
    change(project.content, locale, ({ pages = {} }) => {
      pages[2] = { ...pages[2], blocks: [{ id: 21, type: 'text', html: '<p>New words.</p>' }] }
    })
  }
  const dry = await project.site(...build, '--dry-run')
  expect(dry.code, dry.stderr).toBe(0)
  expect(release()).toBe('.releases/1')
  const render = await project.site('render', '/about', '--no-ledger', '--out', 'out')
  expect(render.code, render.stderr).toBe(0)
  expect(release()).toBe('.releases/2')
  expect(await project.read('out/site/about/index.html')).toContain('New words.')
  expect((await project.site(...build)).stderr).toContain('0 rendered with')
  const verified = await project.site('verify', '--all', '--no-ledger', '--out', 'out')
  expect(verified.code, verified.stderr).toBe(0)
  expect((await project.site('cache', '--prune')).code).toBe(0)
  const again = await project.site(...build)
  expect(again.stderr).toContain('files     0 added, 0 changed, 0 removed')

  const served = project.start('serve', '--out', 'out', '--port', '0', '--api', project.service.api)
  await served.says('is served at ')
  const origin = /served at (\S+)/.exec(served.said())?.[1]
  expect(await (await fetch(`${origin}/about`)).text()).toContain('New words.')
  served.kill('SIGTERM')
  await served.ended

  await project.site('build', '--no-ledger', '--out', 'clean', '--cache', 'clean-cache')
  expect(differences(await readExport(out()), await readExport(join(project.root, 'clean')))).toEqual([])
  const plain = await project.site('build', '--no-ledger', '--out', 'out')
  expect(plain.stderr).toContain('0 rendered with')
  expect((await lstat(join(out(), 'site'))).isDirectory()).toBe(true)
  expect(await readdir(out())).not.toContain('.releases')
  expect(differences(await readExport(out()), await readExport(join(project.root, 'clean')))).toEqual([])
}, 300_000)
