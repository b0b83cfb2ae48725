import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { node, page, smallSite } from './fixtures/content.ts'
import { type FixtureBuilds, openFixtureBuilds, withPages } from './fixtures/fixture-builds.ts'
import { testSettings } from './fixtures/site.ts'

let builds: FixtureBuilds
const build: FixtureBuilds['build'] = (...wanted) => builds.build(...wanted)
beforeAll(async () => {
  builds = await openFixtureBuilds()
})
afterEach(() => builds.closeServices())
afterAll(() => builds.remove())

describe('the ledger of addresses', () => {
  const ledgerSettings = (name: string) => testSettings({ ledger: join(builds.folder, `${name}.txt`) })
  const linesOf = async (name: string) =>
    (await readFile(join(builds.folder, `${name}.txt`), 'utf8')).split('\n').filter((line) => line.startsWith('/'))

  it('is filled by what is published, and stops a build in which an address vanishes', async () => {
    const settings = ledgerSettings('filled')
    const locales = { pl: withPages([node('/old-page', 12)], { 12: page(12, 'Old') }), en: smallSite({ perPage: 2 }) }
    expect((await build({ locales }, { settings })).findings).toEqual([])
    const known = await linesOf('filled')
    expect(known).toContain('/old-page')
    expect(known).toContain('/en/blog/post-3')
    expect(known).not.toContain('/en/blog/page/2')
    expect(known).toEqual([...known].sort())

    const moved = { ...locales, pl: withPages([node('/new-page', 12)], { 12: page(12, 'Old') }) }
    const { report } = await build({ locales: moved }, { settings })
    expect(report.isPublished).toBe(false)
    expect(report.errors).toEqual([
      {
        code: 'address-vanished',
        message:
          'The address "/old-page" was published before, but no page, redirect or tombstone answers it any more.',
        where: { path: '/old-page', url: '/new-page' },
        hint: 'Say where it went: npx site redirects add /old-page /new-page; or that it is gone for good: npx site redirects add /old-page --gone.',
      },
    ])
    expect(await linesOf('filled')).toEqual(known)
  })

  it('asks nothing of locales that are not built, of builds without it, and of pages that could not be read', async () => {
    const settings = ledgerSettings('partial')
    const locales = { pl: smallSite(), en: smallSite() }
    await build({ locales }, { settings })
    const fewer = { pl: smallSite(), en: smallSite({ posts: 0 }) }
    expect((await build({ locales: fewer }, { settings, locales: ['pl'] })).report.isPublished).toBe(true)
    expect((await build({ locales: fewer }, { settings, ledger: false })).report.isPublished).toBe(true)
    expect((await build({ locales: fewer }, { settings })).report.errors).toHaveLength(3)
    const { pages, ...rest } = smallSite()
    const broken = await build(
      { locales: { pl: { ...rest, pages: { 1: pages?.[1] ?? {} } }, en: smallSite() } },
      { settings },
    )
    expect(new Set(broken.report.errors.map(({ code }) => code))).toEqual(new Set(['document-missing']))
  })

  it('is of one content service: the demo’s is no other’s, and another’s is a warning', async () => {
    const settings = ledgerSettings('service')
    await writeFile(join(builds.folder, 'service.txt'), '# service: demo\n/vanished\n')
    expect((await build({ locales: { pl: smallSite() } }, { settings })).findings).toEqual([])
    expect(await linesOf('service')).toEqual(['/vanished'])
    await writeFile(join(builds.folder, 'service.txt'), '# service: cms.example.com/api\n/vanished\n')
    const { report, findings } = await build({ locales: { pl: smallSite() } }, { settings })
    expect(report.isPublished).toBe(true)
    expect(findings.map(({ code }) => code)).toEqual(['ledger-other-service'])
    const asDemo = await build({ locales: { pl: smallSite() } }, { settings, service: 'cms.example.com/api' })
    expect(asDemo.report.errors.map(({ code }) => code)).toEqual(['address-vanished'])
  })
})
