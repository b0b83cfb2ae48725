import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { buildSite } from '#renderer/build-site.ts'
import type { Settings } from '#renderer/settings.ts'
import { isSoak } from '#tests/is-soak.ts'
import { allBlocks, everythingSite, markersIn } from './fixtures/all-blocks.ts'
import { node, page, post, smallSite } from './fixtures/content.ts'
import { type FixtureOptions, type FixtureService, startFixtureService } from './fixtures/content-service.ts'
import { withPages } from './fixtures/fixture-builds.ts'
import { domLines, elementsOf } from './fixtures/html.ts'
import { testSettings } from './fixtures/site.ts'
import { runSite } from './run-site.ts'

let folder: string
let services: FixtureService[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-build-'))
})
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()))
  services = []
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function serve(options: FixtureOptions): Promise<FixtureService> {
  const service = await startFixtureService(options)
  services.push(service)
  return service
}

let count = 0
const newOut = (): string => {
  count += 1
  return join(folder, `out-${count}`)
}

type Wanted = Partial<BuildJob> & { settings?: Settings }

/** Builds into a new folder from a service with these options. */
async function build(
  options: FixtureOptions,
  wanted: Wanted = {},
): Promise<{ report: Report; out: string; read: (file: string) => Promise<string> }> {
  const { api } = await serve(options)
  const settings = wanted.settings ?? testSettings()
  const [family] = settings.families
  if (!family) throw new Error('unreachable: settings have a family')
  const out = wanted.out ?? newOut()
  const report = await buildSite({
    settings,
    family,
    locales: family.locales.filter((locale) => options.locales[locale]),
    toolRoot: resolve('.'),
    siteRoot: resolve('.'),
    api,
    engine: 'react',
    concurrency: 8,
    ...wanted,
    out,
  })
  return { report, out, read: (file) => readFile(join(out, 'site', file), 'utf8') }
}

/** The digest of every file of an export. */
async function treeOf(out: string): Promise<Record<string, string>> {
  const root = join(out, 'site')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(file)
        return [file.slice(root.length + 1), createHash('sha256').update(bytes).digest('hex')] as const
      }),
    ),
  )
}

const pagesIn = async (out: string) => Object.keys(await treeOf(out)).filter((file) => file.endsWith('.html'))

describe('a service', () => {
  it.runIf(isSoak)('may have one locale only', async () => {
    const { report, out, read } = await build({ locales: { pl: smallSite() } })
    expect(report.errors).toEqual([])
    expect(await pagesIn(out)).toEqual([
      ...['404.html', '500.html', 'about/index.html', 'blog/index.html'],
      ...['blog/post-1/index.html', 'blog/post-2/index.html', 'blog/post-3/index.html', 'index.html', 'offline.html'],
    ])
    expect(await read('index.html')).not.toContain('hreflang')
  })

  it('may have only a locale that is not the default', async () => {
    const { report, out } = await build({ locales: { de: smallSite({ posts: 0 }) } })
    expect(report.errors).toEqual([])
    expect(await pagesIn(out)).toEqual([
      '404.html', // the 404 page that every host looks for
      ...['404', '500', 'about/index', 'blog/index', 'index', 'offline'].map((file) => `de/${file}.html`),
    ])
  })

  it('may use any form of collection: the bytes are the same', async () => {
    const locales = { pl: everythingSite, en: smallSite({ posts: 30, perPage: 7 }) }
    const forms = ['array', 'member', 'hydra'] as const
    const trees = await Promise.all(
      forms.map(async (form) => {
        const { report, out } = await build({ locales, form, postsPerPage: 4 })
        expect(report.errors).toEqual([])
        return treeOf(out)
      }),
    )
    expect(trees[1]).toEqual(trees[0])
    expect(trees[2]).toEqual(trees[0])
    expect(Object.keys(trees[0] ?? {})).toContain('en/blog/page/5/index.html')
  })

  it('may have addresses beyond ASCII', async () => {
    const locale = {
      ...withPages([node('/żółw/100%', 7), node('/日本 語', 8)], { 7: page(7, 'Żółw'), 8: page(8, '日本 語') }),
      posts: [post(1, { slug: 'ökologie & co' })],
    }
    const { report, out, read } = await build({ locales: { pl: locale } })
    expect(report.errors).toEqual([])
    expect(await pagesIn(out)).toEqual(
      expect.arrayContaining(['żółw/100%/index.html', '日本 語/index.html', 'blog/ökologie & co/index.html']),
    )
    const hrefs = elementsOf(await read('blog/index.html'), 'a').map(({ attributes }) => attributes.href)
    expect(hrefs).toContain('/blog/%C3%B6kologie%20%26%20co')
    expect(await read('żółw/100%/index.html')).toContain(
      '<link rel="canonical" href="https://www.example.com/%C5%BC%C3%B3%C5%82w/100%25"/>',
    )
  })

  it('may have empty collections, no menus and no pictures', async () => {
    const { nodes, pages } = everythingSite
    const { report, out } = await build({ locales: { pl: { nodes, pages } } })
    expect(report.errors).toEqual([])
    expect(report.warnings.map(({ code }) => code)).toContain('menu-empty')
    expect(await pagesIn(out)).toEqual(expect.arrayContaining(['all/index.html', 'area/index.html', 'index.html']))
    const imageless = await build({ locales: { pl: smallSite() } })
    expect(imageless.report.images.sources).toBe(0)
  })

  it('may have fewer locales than before, which is reported', async () => {
    const options = { locales: { pl: smallSite(), en: smallSite() } }
    const cache = join(folder, 'cache-of-locales')
    const { out } = await build(options, { cache })
    const codesOf = async (locales: string[]) => {
      const { report } = await build(options, { cache, out, locales })
      return report.warnings.flatMap(({ code, message }) => (code === 'locale-left' ? [message] : []))
    }
    expect(await codesOf(['pl', 'en'])).toEqual([])
    expect(await codesOf(['en'])).toEqual([
      `The export "${out}" contains pages in pl. This build is only for en, so it removes them.`,
    ])
    expect(await codesOf(['en'])).toEqual([])
  })

  it('may have an empty locale beside a complete one', async () => {
    const { report, out, read } = await build({ locales: { pl: smallSite(), en: {} } })
    expect(report.warnings.map(({ code, where }) => `${code} ${where?.locale}`)).toContain('locale-empty en')
    expect(report.errors).toEqual([])
    expect((await pagesIn(out)).filter((file) => file.startsWith('en'))).toEqual([])
    expect(await read('index.html')).not.toContain('href="/en')
  })
})

it('writes every text of every block of a page into its HTML', async () => {
  const { report, read } = await build({ locales: { pl: everythingSite } })
  expect(report.errors).toEqual([])
  const html = (await read('all/index.html')).replace(/<script\b.*?<\/script>/gs, '')
  const shown = elementsOf(html, 'body')[0]?.text ?? ''
  const alts = [...html.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt).join(' ')
  const { pages, posts, menus, services: offered, job_offers, contact_people } = everythingSite
  const { seoDescription, ...visible } = pages?.all ?? {}
  const wanted = markersIn([visible, posts?.[0]?.title, menus, offered, job_offers, contact_people])
  // An offer, service or person is named beside its picture, so the alternative text of the picture is not shown.
  const replaced = ['logo', 'offer', 'service', 'person'].map((name) => `marker-${name}-alt-end`)
  // The top line shows no second level, and notes are only shown in the mega menu.
  const ofMenus = ['top-child', 'top-note', 'footer-note'].map((name) => `marker-menu-${name}-end`)
  const left = new Set([...replaced, ...ofMenus])
  expect(markersIn(allBlocks).length).toBeGreaterThan(100)
  expect(wanted.filter((word) => !left.has(word) && !shown.includes(word) && !alts.includes(word))).toEqual([])
  expect(html).toContain(`<meta name="description" content="${seoDescription}"/>`)
})

it('publishes pictures and shows them at their real size', async () => {
  const body = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const files = { '/media/text.png': { body, type: 'image/png' } }
  const { report, read, out } = await build({ locales: { pl: everythingSite }, files })
  const shown = elementsOf(await read('all/index.html'), 'img').find(
    ({ attributes }) => attributes.alt === 'marker-text-alt-end',
  )
  expect(shown?.attributes).toMatchObject({ width: '40', height: '30' })
  expect(await readFile(join(out, 'site', shown?.attributes.src ?? ''))).toEqual(body)
  expect(report.warnings.map(({ code }) => code)).toContain('image-missing')
  const strict = await build({ locales: { pl: everythingSite }, files }, { strict: true })
  expect(strict.report.errors.map(({ code }) => code)).toContain('image-missing')
  expect(strict.report.isPublished).toBe(false)
})

describe('equal content yields equal bytes', () => {
  const locales = { pl: everythingSite, en: smallSite({ posts: 20, perPage: 3 }) }

  it('at any concurrency, whichever answers of the service are slow', async () => {
    let turn = 0
    const intercept = async () => {
      // Later requests may be answered first.
      turn = (turn + 7) % 13
      for (let waits = turn; waits > 0; waits -= 1) await new Promise(setImmediate)
      return false
    }
    const one = await build({ locales }, { concurrency: 1 })
    const many = await build({ locales, intercept }, { concurrency: 32 })
    expect(await treeOf(many.out)).toEqual(await treeOf(one.out))
    const { warnings, errors } = one.report
    expect({ ...many.report, warnings: many.report.warnings.length, errors: many.report.errors }).toMatchObject({
      warnings: warnings.length,
      errors,
    })
  })

  it('on another day and in another time zone', async () => {
    const { nodes = [], ...small } = smallSite()
    const posts = ['2026-10-28T00:30:00', '2026-10-28', '2026-10-28T23:30:00Z'].map((publicationDate, id) =>
      post(id + 1, { publicationDate }),
    )
    const { api } = await serve({ locales: { pl: { ...small, nodes, posts } } })
    const trees = await Promise.all(
      [
        { TZ: 'UTC' },
        {
          TZ: 'Pacific/Kiritimati',
          LANG: 'de_DE.UTF-8',
          NODE_OPTIONS: `--import ${pathToFileURL('tests/fixtures/another-day.mjs')}`,
        },
        { TZ: 'America/Los_Angeles' },
      ].map(async (env) => {
        const out = newOut()
        const { code, stderr } = await runSite(['build', '--locale', 'pl', '--api', api, '--out', out], {
          env: env as Record<string, string>,
        })
        expect(code, stderr).toBe(0)
        return treeOf(out)
      }),
    )
    expect(trees[1]).toEqual(trees[0])
    expect(trees[2]).toEqual(trees[0])
  })
})

describe('pages that fail', () => {
  const broken = () => {
    const site = smallSite()
    site.pages = { ...site.pages, 1: { id: 1, title: 7, blocks: [{ id: 1, type: 'tiles' }] } }
    delete site.pages[2]
    return site
  }
  const listed = smallSite()

  it('are all reported, and the old export stays in place', async () => {
    const before = await build({ locales: { pl: smallSite() } })
    const tree = await treeOf(before.out)
    const { report } = await build({ locales: { pl: broken() } }, { out: before.out })
    expect(report.errors.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'document-missing GET /pages/2 (pl) answered 404: "Not found". Its page is "/about".',
      'field-invalid GET /pages/1 (pl), field "blocks[0].tiles": expected a list, got nothing. Its page is "/".',
      'field-invalid GET /pages/1 (pl), field "title": expected a text, got 7. Its page is "/".',
    ])
    expect(report.errors.map(({ where }) => where?.path)).toEqual(['/about', '/', '/'])
    expect(report).toMatchObject({ isPublished: false, pages: { total: 9, rendered: 7, unchanged: 0, failed: 2 } })
    expect(await treeOf(before.out)).toEqual(tree)
    expect((await readdir(before.out)).filter((name) => name.startsWith('.staging'))).toEqual([])
  })

  it('are left out with keepGoing, and links to them are counted', async () => {
    const { report, out } = await build({ locales: { pl: broken() } }, { keepGoing: true })
    expect(report).toMatchObject({ isPublished: true, pages: { failed: 2 } })
    const pages = await pagesIn(out)
    expect(pages).toContain('blog/post-1/index.html')
    expect(pages).not.toContain('about/index.html')
    // Links to the missing page follow from the error, so they are counted instead of reported.
    expect(report.warnings.map(({ code, where }) => `${code} ${where?.url}`)).not.toContain('link-dead /about')
    expect(report.consequences).toBeGreaterThan(0)
  })

  it('are reported with what identifies their node, and a long list of claimants is cut', async () => {
    const { nodes = [], ...small } = smallSite()
    const nameless = { ...node('/x', 'a7'), slug: 5 }
    const many = Array.from({ length: 400 }, (_, at) => node('/same', `page-${at}`))
    const { report } = await build({ locales: { pl: { ...small, nodes: [...nodes, nameless, ...many] } } })
    const messages = report.errors.map(({ message }) => message)
    expect(messages).toContain(
      `GET /sitemap_nodes (pl), field "[${nodes.length}].slug" of the member with slug 5 and nodeReference "a7": expected a text, got 5.`,
    )
    const claimed = messages.find((message) => message.startsWith('The address "/same" is claimed by node'))
    expect(claimed).toContain(' and 395 more.')
    expect(claimed?.length).toBeLessThan(700)
  })

  it('are separate from a dead link, which is reported once however many pages contain it', async () => {
    const { pages = {}, ...small } = smallSite()
    const blocks = [{ id: 1, type: 'text', html: '<a href="/gone">gone</a>' }]
    const linking = Object.fromEntries(Object.entries(pages).map(([id, one]) => [id, { ...one, blocks }]))
    const { report } = await build({ locales: { pl: { ...small, pages: linking } } })
    const dead = report.warnings.filter(({ code, where }) => code === 'link-dead' && where?.url === '/gone')
    expect(dead.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^3 pages and menus \(.*\) link to "\/gone", but no page has that address\.$/),
    ])
    expect(report.peakMemory).toBeGreaterThan(10_000_000)
    const { rendered, unchanged, failed, changed, total } = report.pages
    expect(rendered + unchanged + failed).toBe(total)
    expect(changed).toBe(total)
  })

  it('include a listed post that answers 404', async () => {
    const { report } = await build({
      locales: { pl: listed },
      intercept: (request, response) => {
        if (!request.url?.startsWith('/api/posts/post-2')) return false
        response.writeHead(404).end('{}')
        return true
      },
    })
    expect(report.errors).toMatchObject([{ code: 'document-missing', where: { locale: 'pl', url: '/posts/post-2' } }])
    expect(report.pages.failed).toBe(1)
  })

  it('include slugs that would leave the export', async () => {
    const { nodes = [], ...small } = smallSite()
    const slugs = ['/../evil', '/%2e%2e/evil', '//evil', '/a\0', 'evil', '/a\\..\\b']
    const { report, out } = await build(
      { locales: { pl: { ...small, nodes: [...nodes, ...slugs.map((slug) => node(slug, 2))] } } },
      { keepGoing: true },
    )
    expect(report.errors.map(({ code }) => code)).toEqual(slugs.map(() => 'slug-invalid'))
    expect(report.isPublished).toBe(true)
    expect((await readdir(out, { recursive: true })).filter((name) => name.includes('evil'))).toEqual([])
  })
})

describe('before anything is rendered', () => {
  it.each([
    [
      'two nodes at one address',
      '/About/',
      'duplicate-address',
      'is claimed by node "/about" (pl, article_with_crumbs/index, 2) and node "/About/" (pl',
    ],
    [
      'a node at an address of the build',
      '/sw.js',
      'address-reserved',
      'The address "/sw.js" is claimed by node "/sw.js" (pl',
    ],
    ['a node below the prefix of a locale', '/en/x', 'address-reserved', '"/en" is the prefix of the locale "en"'],
  ])('stops at %s, even with keepGoing', async (_, slug, code, message) => {
    const { nodes = [], ...small } = smallSite()
    const { report, out } = await build(
      { locales: { pl: { ...small, nodes: [...nodes, node(slug, 2)] } } },
      { keepGoing: true },
    )
    expect(report.errors).toMatchObject([{ code, message: expect.stringContaining(message) }])
    expect(report).toMatchObject({ isPublished: false, pages: { rendered: 0 } })
    expect(report.stages.map(({ name }) => name)).not.toContain('render')
    expect(await readdir(out)).toEqual(['.site-export'])
  })
})

describe('two domain families', () => {
  const settings = testSettings({
    families: [
      { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl', 'en'] },
      { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr', 'de'] },
    ],
  })
  const french = { ...smallSite(), nodes: [node('/', 1, { nodeType: 'root' }), node('/a-propos', 2)] }
  const locales = { pl: smallSite(), en: smallSite(), fr: french, de: french }

  it('build into separate exports that link to each other by absolute address', async () => {
    const [polish, other] = settings.families
    const first = await build({ locales }, { settings, family: polish, locales: ['pl', 'en'] })
    const second = await build({ locales }, { settings, family: other, locales: ['fr', 'de'] })
    expect(first.report.errors.concat(second.report.errors)).toEqual([])
    expect(await pagesIn(first.out)).toContain('en/about/index.html')
    expect(await pagesIn(second.out)).toEqual(
      ['', 'de/']
        .flatMap((prefix) => [
          `${prefix}404.html`,
          `${prefix}500.html`,
          `${prefix}a-propos/index.html`,
          `${prefix}index.html`,
          `${prefix}offline.html`,
        ])
        .sort(),
    )
    const linksOf = (html: string) =>
      elementsOf(html, 'link').flatMap(({ attributes: { rel, hreflang, href } }) =>
        rel === 'alternate' && hreflang ? [`${hreflang} ${href}`] : [],
      )
    const expected = [
      'pl https://example.pl/about',
      'en https://example.pl/en/about',
      'fr https://example.fr/a-propos',
      'de https://example.fr/de/a-propos',
      'x-default https://example.pl/about',
    ]
    expect(linksOf(await first.read('about/index.html')).sort()).toEqual([...expected].sort())
    expect(linksOf(await second.read('a-propos/index.html')).sort()).toEqual([...expected].sort())
    expect(await second.read('a-propos/index.html')).toContain('href="https://example.pl/en/about"')
  })
})

it.runIf(isSoak)('renders the same DOM with React and with Preact', async () => {
  const { api } = await serve({
    locales: { pl: everythingSite, en: smallSite({ posts: 9, perPage: 2 }), de: everythingSite },
  })
  const build = async (engine: string) => {
    const out = newOut()
    const { code, stderr } = await runSite([
      'build',
      '--locale',
      'pl,en,de',
      '--api',
      api,
      '--out',
      out,
      '--engine',
      engine,
    ])
    expect(code, stderr).toBe(0)
    return out
  }
  const [react, preact] = await Promise.all([build('react'), build('preact')])
  const pages = await pagesIn(react)
  expect(await pagesIn(preact)).toEqual(pages)
  expect(pages.length).toBeGreaterThan(30)
  const linesOf = async (out: string, file: string) => domLines(await readFile(join(out, 'site', file), 'utf8'))
  // The bundles of the two engines have different hashes in their names, and the document names its engine.
  const unhashed = (lines: string[]) =>
    lines.map((line) =>
      line
        .replaceAll(/-[A-Z0-9]{8}\.js/g, '.js')
        .replace(/ data-deps="[^"]*"/, '')
        .replace(/"[a-z-]+\.deps":"[^"]*"/, '')
        .replace(/ data-engine="(react|preact)"/, ''),
    )
  for (const file of pages) {
    expect(unhashed(await linesOf(preact, file)), file).toEqual(unhashed(await linesOf(react, file)))
  }
})
