import { existsSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { buildSite } from '#renderer/build-site.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { post } from '#tests/fixtures/content.ts'
import { isSoak } from '#tests/is-soak.ts'
import { differing, filesIn, openProject, type Project, touched } from './project.ts'
import { change, retitle, smallContent } from './small-content.ts'

let project: Project

beforeAll(async () => {
  project = await openProject(smallContent())
})
afterAll(() => project.close())

const site = () => filesIn(join(project.root, 'output/site'))
const report = ({ stdout }: { stdout: string }): Report => JSON.parse(stdout)

/** Runs the command and returns the files that it touched. */
async function touchedBy(...args: string[]): Promise<string[]> {
  const before = await site()
  const { code, stderr } = await project.site(...args)
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  return touched(before, await site()).sort()
}

/** Builds, then compares the export with that of a clean build. */
async function catchUp(
  buildCleanly: () => Promise<unknown> = buildHere,
): Promise<{ rendered: number; differing: string[] }> {
  const { pages } = report(await project.site('build', '--json'))
  await rm(join(project.root, 'clean'), { recursive: true, force: true })
  await buildCleanly()
  await rm(join(project.root, '.clean'), { recursive: true })
  return { rendered: pages.rendered, differing: await differing(...inProject()) }
}

/** Builds in this process, which takes less time than the command, and gives the same as long as no code was edited. */
async function buildHere(): Promise<void> {
  const { root, service } = project
  const { settings } = await loadSettings(join(root, 'site.config.ts'))
  const [family] = settings.families
  if (!family) throw new Error('Settings have a family.')
  await buildSite({
    ...{ settings, family, locales: family.locales, toolRoot: root, siteRoot: root, api: service.api },
    ...{ out: join(root, 'clean'), cache: join(root, '.clean'), engine: 'react', concurrency: 8 },
    ...{ ledger: false, images: 'off' },
  })
}

const buildByCommand = () => project.site('build', '--out', 'clean', '--cache', '.clean')

const folders = ['output/site', 'clean/site']
const inProject = (): [string, string] => folders.map((folder) => join(project.root, folder)) as [string, string]

it('Without an export it reports that and creates nothing', async () => {
  const { code, stderr } = await project.site('render', '/about')
  expect(stderr).toContain('There is no export in "output".')
  expect(stderr).toContain('Build it first with "site build --out output"')
  expect(code).toBe(2)
  expect(existsSync(join(project.root, 'output'))).toBe(false)
})

it('Only the named page is rendered, and the next build renders the rest', async () => {
  await project.site('build')
  for (const locale of ['pl', 'en']) {
    retitle(project.content, locale, 2, `New about ${locale}`)
    retitle(project.content, locale, 4, `New team ${locale}`)
  }
  expect(await touchedBy('render', '/about', '--locale', 'en')).toEqual(['en/about/index.html'])
  expect(await touchedBy('render', '/about')).toEqual(['about/index.html'])
  expect(await touchedBy('render', '/en/about/team')).toEqual(['en/about/team/index.html'])
  const { rendered, differing } = await catchUp()
  expect(differing).toEqual([])
  expect(rendered).toBe(1)
})

it('With --deps it also renders the pages that show something of the named page, and the sitemaps', async () => {
  change(project.content, 'pl', ({ posts = [] }) => {
    const post = posts.find(({ slug }) => slug === 'post-2')
    Object.assign(post ?? {}, { title: 'Renamed', updatedAt: '2026-12-01' })
  })
  const touchedFiles = await touchedBy('render', '/blog/post-2', '--deps')
  expect(touchedFiles).toEqual(expect.arrayContaining(['blog/index.html', 'blog/post-2/index.html', 'sitemap-pl.xml']))
  expect(touchedFiles.filter((file) => /team|żółć/.test(file))).toEqual([])
  const { rendered, differing } = await catchUp()
  expect(differing).toEqual([])
  expect(rendered).toBeLessThanOrEqual(1)
})

it('Pages are found by any spelling of their address', async () => {
  const names = ['/żółć 100%', '/żółć 100%'.normalize('NFD'), '/%C5%BC%C3%B3%C5%82%C4%87%20100%25']
  const { code, stdout } = await project.site('render', ...names, '--locale', 'pl', '--json')
  expect([code, report({ stdout }).pages.rendered]).toEqual([0, 1])
})

const wrongUses = [
  [['/about', '/nowhere'], 'No page of the chosen locales has the slug "/nowhere".'],
  [['/en/about', '--locale', 'pl'], 'No page of the chosen locales has the slug "/en/about".'],
  [['/%'], 'No page of the chosen locales has the slug "/%".'],
  [[], "missing required argument 'slugs'"],
]
it.each(isSoak ? wrongUses : wrongUses.slice(0, 2))(
  '%j is wrong usage, and nothing is touched',
  async (args, message) => {
    const before = await site()
    const { code, stderr } = await project.site('render', ...args)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
    expect(touched(before, await site())).toEqual([])
  },
)

it('A page that cannot be read is reported with the failure, and nothing is touched', async () => {
  const before = await site()
  project.content.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/api/pages/2')) return false
    response.writeHead(500).end()
    return true
  }
  const { code, stderr } = await project.site('render', '/about', '--locale', 'pl')
  delete project.content.intercept
  expect(stderr).toContain('/pages/2')
  expect(stderr).toContain('500')
  expect(stderr).not.toContain('No page of the chosen locales')
  expect(code).toBe(1)
  expect(touched(before, await site())).toEqual([])
})

it.runIf(isSoak)('Of two commands at the same time one or both succeed, and the export is complete', async () => {
  retitle(project.content, 'pl', 2, 'Twice')
  const runs = await Promise.all([project.site('render', '/about'), project.site('render', '/blog')])
  for (const { code, stderr } of runs) if (code !== 0) expect(stderr).toContain('is in use: process')
  expect(runs.map(({ code }) => code)).toContain(0)
  expect((await catchUp()).differing).toEqual([])
})

it.runIf(isSoak)('Without a page store it renders the page, and the next build renders the others', async () => {
  await rm(join(project.root, '.site'), { recursive: true })
  retitle(project.content, 'pl', 2, 'After the cache')
  expect(await touchedBy('render', '/about', '--locale', 'pl')).toEqual(['about/index.html'])
  expect((await catchUp()).differing).toEqual([])
})

it.runIf(isSoak)('Without a page store --deps renders every page, and the sitemaps stay complete', async () => {
  await rm(join(project.root, '.site'), { recursive: true })
  retitle(project.content, 'pl', 2, 'With dependents')
  const { code, stderr } = await project.site('render', '/about', '--locale', 'pl', '--deps')
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('sitemap-unrendered')])
  const { rendered, differing } = await catchUp()
  expect(differing).toEqual([])
  expect(rendered).toBe(0)
})

it.runIf(isSoak)(
  'Without a page store --deps also renders files with another time or without their compressed forms',
  async () => {
    const files = (await site()).keys().filter((file) => file.endsWith('.html'))
    for (const file of files) await utimes(join(project.root, 'output/site', file), 0, 0)
    for (const compress of [[], ['--compress']]) {
      await rm(join(project.root, '.site'), { recursive: true })
      const { code, stderr } = await project.site('render', '/about', '--deps', ...compress)
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('sitemap-unrendered')])
    }
    expect((await catchUp()).differing).toEqual([])
  },
)

it.runIf(isSoak)('Pages missing from the export are rendered together with those that link to them', async () => {
  change(project.content, 'pl', ({ posts = [] }) => posts.unshift(post(9)))
  const touchedFiles = await touchedBy('render', '/blog', '--deps', '--locale', 'pl')
  expect(touchedFiles).toEqual(expect.arrayContaining(['blog/index.html', 'blog/post-9/index.html']))
  expect((await catchUp()).differing).toEqual([])
})

it.runIf(isSoak)(
  'Without a page store only the locales of the export are rendered, and no page links to another locale',
  async () => {
    await project.site('build', '--locale', 'en')
    await rm(join(project.root, '.site'), { recursive: true })
    expect(await touchedBy('render', '/about')).toEqual([])
    const { code, stderr } = await project.site('render', '/about', '--locale', 'pl')
    expect([code, stderr]).toEqual([2, expect.stringContaining('The export in "output" has no pages in pl.')])
  },
)

it.runIf(isSoak)('A locale that is no longer in the settings is ignored by render and verify', async () => {
  await project.site('build')
  await project.edit('site.config.ts', "['pl', 'en']", "['pl']")
  const { code, stderr } = await project.site('render', '/about')
  expect([code, stderr]).toEqual([0, expect.stringContaining('The whole site is read, because options, settings')])
  expect(await project.read('output/site/about/index.html')).not.toContain('/en/about')
  const verified = await project.site('verify', '--all')
  expect([verified.code, verified.stderr]).toEqual([0, expect.stringContaining('Verified 1 page:')])
  await project.edit('site.config.ts', "['pl']", "['pl', 'en']")
})

it.runIf(isSoak)('Pictures are encoded for the named page, and not for pages that are not rendered', async () => {
  await project.site('build')
  const files = await touchedBy('render', '/about', '--locale', 'en', '--images', 'on')
  expect(files.map((file) => file.replace(/[^/]*\.jpg$/, '*.jpg'))).toEqual(['assets/*.jpg', 'en/about/index.html'])
})

it.runIf(isSoak)('New code and new settings take effect immediately', async () => {
  await project.site('build')
  await project.edit('templates/layouts/breadcrumbs.tsx', '<nav className=', '<nav data-new="code" className=')
  const rendered = await project.site('render', '/about', '--json')
  expect([rendered.code, report(rendered).files.changed]).toEqual([0, 2])
  expect(report(rendered).requests.total).toBe(2) // one for each page: the site is not read
  expect(await project.read('output/site/about/index.html')).toContain('data-new="code"')
  expect((await catchUp(buildByCommand)).differing).toEqual([])
  await project.edit('site.config.ts', "name: 'Brand'", "name: 'New brand'")
  const { code, stderr } = await project.site('render', '/about', '--locale', 'pl')
  expect([code, stderr]).toEqual([0, expect.stringContaining('The whole site is read, because options, settings')])
  expect(await project.read('output/site/about/index.html')).toContain('New brand')
  expect((await catchUp(buildByCommand)).differing).toEqual([])
})
