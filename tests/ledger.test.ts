import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { readLedger, stageLedger } from '#publish/redirects/ledger.ts'
import { node, page, post, smallSite } from './fixtures/content.ts'
import { setFixtureBuilds, withPages } from './fixtures/fixture-builds.ts'
import { testSettings } from './fixtures/site.ts'

const { build, folder } = setFixtureBuilds()

describe('the ledger of addresses', () => {
  /** Without it, each service would be another one to the ledger, because its port differs. */
  const service = 'cms.example.com/api'
  const ledgerSettings = (name: string) => testSettings({ ledger: join(folder, `${name}.txt`) })
  const linesOf = async (name: string) =>
    (await readFile(join(folder, `${name}.txt`), 'utf8')).split('\n').filter((line) => line.startsWith('/'))

  it('records published addresses, and stops a build in which one vanishes', async () => {
    const settings = ledgerSettings('filled')
    const locales = { pl: withPages([node('/old-page', 12)], { 12: page(12, 'Old') }), en: smallSite({ perPage: 2 }) }
    expect((await build({ locales }, { settings, service })).findings).toEqual([])
    const known = await linesOf('filled')
    expect(known).toContain('/old-page')
    expect(known).toContain('/en/blog/post-3')
    expect(known).not.toContain('/en/blog/page/2')
    expect(known).toEqual([...known].sort())

    const moved = { ...locales, pl: withPages([node('/new-page', 12)], { 12: page(12, 'Old') }) }
    const { report } = await build({ locales: moved }, { settings, service })
    expect(report.isPublished).toBe(false)
    expect(report.errors).toEqual([
      {
        code: 'address-vanished',
        message:
          'The address "/old-page" was published before, but no page, redirect or tombstone answers it any more.',
        where: { path: '/old-page' },
        hint: 'Redirect it to its new address, or declare it gone for good, with --gone instead of the second address: npx site redirects add /old-page /new-page',
      },
    ])
    expect(await linesOf('filled')).toEqual(known)
  })

  it('suggests the new address of a vanished page, from the last build into the folder', async () => {
    const kept = { out: join(folder, 'moved'), cache: join(folder, 'moved-cache'), service }
    const wanted = { ...kept, settings: ledgerSettings('moved') }
    const old = { 12: page(12, 'Old') }
    await build({ locales: { pl: withPages([node('/old page/ż%20', 12)], old) } }, wanted)
    const { report } = await build({ locales: { pl: withPages([node('/elsewhere', 12)], old) } }, wanted)
    expect(report.errors).toHaveLength(1)
    expect(report.errors[0]).toMatchObject({
      where: { path: '/old page/ż%20', url: '/elsewhere' },
      hint: expect.stringMatching(/^Its page is at "\/elsewhere" now\. .* add '\/old page\/ż%2520' \/elsewhere$/),
    })
  })

  it('identifies members of collections by id, and reports which pages are no longer published', async () => {
    const kept = { out: join(folder, 'renamed'), cache: join(folder, 'renamed-cache'), service }
    const wanted = { ...kept, settings: ledgerSettings('renamed') }
    const catalogue = node('/catalogue/:path', 'product_categories', { nodeType: 'product', action: 'show' })
    const site = (name: string, posts: unknown[]) => ({
      ...withPages([catalogue], {}),
      posts: posts.map((id) => post(Number(id), { slug: `${name}-${id}` })),
      product_categories: [{ id: 7, name: 'Vans', path: `${name}/vans` }],
    })
    await build({ locales: { pl: site('before', [1, 2]) } }, wanted)
    const { report } = await build({ locales: { pl: site('later', [1]) } }, wanted)
    expect(report.errors.map(({ hint }) => hint?.replace(/^(.*?)\. .* add (.*?)(; for all .*)?$/, '$1: $2'))).toEqual([
      'Its page is at "/blog/later-1" now: /blog/before-1 /blog/later-1',
      'Its page is no longer published: /blog/before-2 --gone',
      'Its page is at "/catalogue/later/vans" now: /catalogue/before/vans /catalogue/later/vans',
    ])
  })

  it('does not check locales that are not built, builds without a ledger, or pages that could not be read', async () => {
    const settings = ledgerSettings('partial')
    const locales = { pl: smallSite(), en: smallSite() }
    await build({ locales }, { settings, service })
    const fewer = { pl: smallSite(), en: smallSite({ posts: 0 }) }
    expect((await build({ locales: fewer }, { settings, service, locales: ['pl'] })).report.isPublished).toBe(true)
    expect((await build({ locales: fewer }, { settings, service, ledger: false })).report.isPublished).toBe(true)
    expect((await build({ locales: fewer }, { settings, service })).report.errors).toHaveLength(3)
    const { pages, ...rest } = smallSite()
    const broken = await build(
      { locales: { pl: { ...rest, pages: { 1: pages?.[1] ?? {} } }, en: smallSite() } },
      { settings, service },
    )
    expect(new Set(broken.report.errors.map(({ code }) => code))).toEqual(new Set(['document-missing']))
  })

  it('belongs to one content service: the ledger of the demo is ignored by others, and that of another service is a warning', async () => {
    const settings = ledgerSettings('service')
    await writeFile(join(folder, 'service.txt'), '# service: demo\n/vanished\n')
    const other = await build({ locales: { pl: smallSite() } }, { settings })
    expect(other.report.isPublished).toBe(true)
    expect(other.findings).toEqual([
      {
        code: 'ledger-off',
        message: expect.stringMatching(
          /^The ledger ".*service\.txt" belongs to the demo site, so this build of "localhost:\d+\/.*" neither looks for vanished addresses nor adds its own\.$/,
        ),
        hint: 'To start your own, delete the file: the next build creates a new one. To have no ledger, remove "ledger" from the settings.',
      },
    ])
    expect(await linesOf('service')).toEqual(['/vanished'])
    await writeFile(join(folder, 'service.txt'), '# service: cms.example.com/api\n/vanished\n')
    const { report, findings } = await build({ locales: { pl: smallSite() } }, { settings })
    expect(report.isPublished).toBe(true)
    expect(findings.map(({ code }) => code)).toEqual(['ledger-other-service'])
    const asDemo = await build({ locales: { pl: smallSite() } }, { settings, service })
    expect(asDemo.report.errors.map(({ code }) => code)).toEqual(['address-vanished'])
  })

  it('is not shared by two services of this machine', async () => {
    const settings = ledgerSettings('ports')
    const first = await build({ locales: { pl: smallSite() } }, { settings })
    expect([first.findings, (await linesOf('ports')).length > 3]).toEqual([[], true])
    const known = await linesOf('ports')
    const other = await build({ locales: { pl: withPages([node('/other', 12)], { 12: page(12, 'X') }) } }, { settings })
    expect(other.findings.map(({ code }) => code)).toEqual(['ledger-other-service'])
    expect(await linesOf('ports')).toEqual(known)
  })

  it('of the repository merges without a conflict when two branches each added to it', async () => {
    const checkout = join(folder, 'branches')
    await mkdir(checkout)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: checkout })
    const file = join(checkout, 'addresses.txt')
    const start = await readFile('addresses.txt', 'utf8')
    const commitWith = async (...added: string[]): Promise<void> => {
      const ledger = (await readLedger(file)) ?? { addresses: [] }
      await using staged = await stageLedger(file, ledger, { pages: added, findings: new Findings() })
      await staged.publish()
      git('add', '.')
      git('commit', '-q', '-m', 'x')
    }
    git('init', '-q', '-b', 'main')
    await copyFile('.gitattributes', join(checkout, '.gitattributes'))
    await writeFile(file, start)
    await commitWith()
    git('checkout', '-q', '-b', 'one')
    await commitWith('/blog/wpis-a', '/blog/wpis-b')
    git('checkout', '-q', '-b', 'two', 'main')
    await commitWith('/blog/wpis-a', '/blog/wpis-c')
    git('merge', '-q', '--no-edit', 'one')
    const merged = await readLedger(file)
    const before = start.split('\n').filter((line) => line.startsWith('/'))
    expect(merged?.service).toBe('demo')
    expect(merged?.addresses).toEqual([...before, '/blog/wpis-a', '/blog/wpis-b', '/blog/wpis-c'].sort())
  })
})
