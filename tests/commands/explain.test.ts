import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Explanation } from '#renderer/reads/explain-page.ts'
import { post } from '#tests/fixtures/content.ts'
import { isSoak } from '#tests/is-soak.ts'
import { openProject, type Project } from './project.ts'
import { change, retitle, smallContent } from './small-content.ts'

const content = smallContent()
let project: Project

beforeAll(async () => {
  project = await openProject(content)
})
afterAll(() => project.close())

const explained = async (...args: string[]): Promise<Explanation[]> =>
  JSON.parse((await project.site('explain', ...args, '--json')).stdout)

it.runIf(isSoak)('A page of a folder that was never built cannot be explained', async () => {
  const { code, stderr } = await project.site('explain', '/about')
  expect(stderr).toContain('The last build into "output" has no page "/about".')
  expect(stderr).toContain('No build into this folder is known')
  expect(code).toBe(2)
})

it('A new page is reported as new, with everything that it was made of', async () => {
  await project.site('build')
  const { code, stdout } = await project.site('explain', '/about')
  expect(code).toBe(0)
  for (const line of [
    '/about (pl), about/index.html',
    '/en/about (en), en/about/index.html',
    'Rendered in the last build (number 1):\n  No earlier build is known.',
    '  Content\n',
    '    document pages 2 (pl)',
    '    menu main (pl)',
    '    picture ',
    '    locales/pl.json: ',
    '    defaultLocale',
    '    file "blocks/text/text.tsx" and its imports',
  ])
    expect(stdout).toContain(line)
  const [about, ...others] = await explained('/about', '--locale', 'pl')
  expect(others).toEqual([])
  expect(about).toMatchObject({ href: '/about', locale: 'pl', file: 'about/index.html', renderedIn: 1, lastBuild: 1 })
})

it.runIf(isSoak)('A page is found by slug and by file', async () => {
  const localesOf = (all: Explanation[]): string[] => all.map(({ locale }) => locale)
  expect(localesOf(await explained('żółć 100%/index.html', '--locale', 'pl'))).toEqual(['pl'])
  expect(localesOf(await explained('/żółć 100%'))).toEqual(['pl', 'en']) // tests/commands/render.test.ts has other spellings
  const { code, stderr } = await project.site('explain', '/%')
  expect(stderr).toContain('has no page "/%".\nPass a slug without a locale prefix')
  expect(code).toBe(2)
})

it('A page that was not rendered is reported as such, with the reason for its last rendering', async () => {
  retitle(content, 'pl', 4, 'Crew')
  await project.site('build')
  const { stdout } = await project.site('explain', '/about', '--locale', 'pl')
  expect(stdout).toContain(
    'Not rendered in the last build (number 2): nothing that the page reads had changed, or only other pages were wanted. Rendered in build 1:\n  No earlier build is known.',
  )
})

const nodeOf = (slug: string) => (one: Record<string, unknown>) => one.slug === slug
type Edit = [what: string, edit: () => unknown, page: string, why: string]
/** Edits that one build sees together. */
const rounds: Edit[][] = [
  [
    [
      'a field of a document',
      () => retitle(content, 'pl', 4, 'Gang'),
      '/about/team',
      'The field "title" of document pages 4 (pl) was "Crew" and is "Gang".',
    ],
    [
      'a name in the crumbs',
      () =>
        change(content, 'pl', ({ nodes = [] }) =>
          Object.assign(nodes.find(nodeOf('/about/team')) ?? {}, {
            crumbs: [
              { name: 'Us', slug: '/about' },
              { name: 'Team', slug: '/about/team' },
            ],
          }),
        ),
      '/about/team',
      'The field "crumbs[0].name" of the sitemap node "/about/team" (pl) was "About" and is "Us".',
    ],
    [
      'an item of a menu',
      () => change(content, 'pl', ({ menus: [item] = [] }) => Object.assign(item ?? {}, { name: 'We' })),
      '/blog',
      'The field "[0].name", in "about", of menu main (pl) was "About pl" and is "We".',
    ],
    [
      'an interface text',
      () => project.edit('locales/pl.json', '"Nawigacja główna"', '"Drogi"'),
      '/about',
      'of locales/pl.json was "Nawigacja główna" and is "Drogi".',
    ],
    [
      'a post that is new',
      () => change(content, 'pl', ({ posts = [] }) => posts.unshift(post(4))),
      '/blog',
      'List posts 0 2 (pl): "4" was added.',
    ],
  ],
  [
    [
      'a setting',
      () => project.edit('site.config.ts', "name: 'Brand'", "name: 'Label'"),
      '/about',
      'The field "brand.name" of site.config.ts was "Brand" and is "Label".',
    ],
    [
      'a menu in another order',
      () => change(content, 'pl', ({ menus = [] }) => menus.reverse()),
      '/about',
      'Menu main (pl): "blog" was number 2 and is number 1.',
    ],
    [
      'blocks in another order',
      () =>
        change(content, 'pl', ({ pages = {} }) => {
          const before = { id: 20, type: 'text', html: '<p>First.</p>' }
          pages[2] = { ...pages[2], blocks: [before, ...((pages[2]?.blocks as object[]) ?? [])] }
        }),
      '/about',
      'The field "blocks" of document pages 2 (pl): "20" was added: ',
    ],
    [
      'a translation that is gone',
      () => change(content, 'en', ({ nodes = [] }) => nodes.splice(nodes.findIndex(nodeOf('/about/team')), 1)),
      '/about/team',
      '"en" was removed',
    ],
  ],
  [
    [
      'an item that goes to another menu',
      () =>
        change(content, 'pl', ({ menus = [] }) =>
          Object.assign(menus.find(({ id }) => id === 'blog') ?? {}, { group: 'footer' }),
        ),
      '/about',
      'Menu main (pl): "blog" was removed: {"id":"blog","name":"Blog","children":[],"href":"/blog"}.',
    ],
    [
      'the bytes of a picture',
      () => {
        const wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 30"><path d="M0 0"/></svg>'
        content.files['/media/map.svg'] = { body: wide, type: 'image/svg+xml' }
      },
      '/about',
      'of picture /media/map.svg ',
    ],
    [
      'the source of a component',
      () => project.edit('blocks/text/text.tsx', 'className={`text ', 'className={`text is-new '),
      '/about',
      'File "blocks/text/text.tsx" was ',
    ],
  ],
  [
    [
      'a file that was touched',
      () => utimes(join(project.root, 'output/site/about/index.html'), 1, 1),
      '/about',
      'Its file was not recognised as that of build ',
    ],
  ],
]

const named = rounds.map((round): [string, Edit[]] => [round.map(([what]) => what).join(', '), round])

it.each(isSoak ? named : named.slice(0, 1))('The explanation names %s', async (_, round) => {
  for (const [, edit] of round) await edit()
  await project.site('build')
  for (const [page, edits] of Map.groupBy(round, ([, , page]) => page)) {
    const { stdout } = await project.site('explain', page, '--locale', 'pl')
    expect(stdout).toContain('Rendered in the last build')
    for (const [, , , why] of edits) expect(stdout).toContain(why)
  }
})

it.runIf(isSoak)('The explanation of a page names "site render" if that command rendered it', async () => {
  retitle(content, 'pl', 2, 'About all')
  await project.site('render', '/about', '--locale', 'pl')
  expect((await explained('/about', '--locale', 'pl'))[0]?.why).toContain('It was requested with "site render".')
})

it('Nothing can be explained when the page store is missing or damaged', async () => {
  const folder = join(project.root, '.site/builds')
  for (const name of await readdir(folder)) await writeFile(join(folder, name), 'not a database '.repeat(99))
  const { code, stderr } = await project.site('explain', '/about')
  expect(stderr).toContain('Nothing can be explained, because the results kept')
  expect(code).toBe(1)
  await rm(folder, { recursive: true })
  expect((await project.site('explain', '/about')).stderr).toContain('No build into this folder is known')
})
