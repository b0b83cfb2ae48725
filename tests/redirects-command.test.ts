import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { writeAddresses } from '#publish/redirects/addresses.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from './run-site.ts'

const folders: string[] = []
let folder: string

const settings = {
  brand: { name: 'Brand', icon: 'icon.svg', themeColor: '#123456', backgroundColor: '#ffffff' },
  families: [
    { id: 'main', origin: 'https://www.example.com', defaultLocale: 'pl', locales: ['pl', 'en'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ],
  links: { help: {}, demo: {}, contact: {} },
}
const pages = ['/', '/about', '/en']
const start =
  '{\n  "redirects": [\n    { "from": "/old", "to": "/middle" },\n    { "from": "/middle/", "to": "/about" }\n  ]\n}\n'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-redirects-command-'))
  folders.push(folder)
  await writeFile(join(folder, 'site.config.js'), `export default ${JSON.stringify(settings)}`)
  await writeFile(join(folder, 'redirects.json'), start)
  await mkdir(join(folder, 'out'))
  const main = { family: 'main', defaultLocale: 'pl', locales: ['pl', 'en'], built: ['pl', 'en'] }
  await writeAddresses(join(folder, 'out'), { ...main, pages, files: [], elsewhere: [], shells: [] })
})
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

const redirects = (...args: string[]) =>
  runSite(['redirects', ...args, '--config', join(folder, 'site.config.js'), '--out', join(folder, 'out')])
const file = () => readFile(join(folder, 'redirects.json'), 'utf8')
const put = (...entries: object[]) => writeFile(join(folder, 'redirects.json'), JSON.stringify({ redirects: entries }))

it('prints the target of every old address, and the reason', async () => {
  const { code, stdout, stderr } = await redirects()
  expect(stderr).toBe('')
  expect(stdout.split('\n')).toEqual([
    '301       /old     → /about',
    '          In one hop instead of 2, via "/middle"; a page answers there.',
    '301       /middle  → /about',
    '          As written; a page answers there.',
    '',
    '2 entries: 2 redirects, 0 gone, 0 left out; checked against the last build (pl, en).',
    '',
  ])
  expect(code).toBe(0)
})

it.each([[[]], [['add', '/old', '/new']]])(
  'names the line in which redirects.json is broken, as after a merge: %s',
  async (args) => {
    await writeFile(join(folder, 'redirects.json'), start.replace('[', '[\n<<<<<<< HEAD'))
    const { code, stderr } = await redirects(...args)
    expect(stderr).toMatch(/redirects\.json" is not valid JSON: .*, at line 3, column 1\.\nCorrect it there\./)
    expect(code).toBe(2)
  },
)

it('prints the same as JSON, with its findings', async () => {
  await put(
    { from: '/a', to: '/b' },
    { from: '/b', to: '/a' },
    { from: '/sold', to: null },
    { from: '/x', to: '/nowhere' },
  )
  const { code, stdout } = await redirects('--json')
  const { entries, errors, warnings } = JSON.parse(stdout)
  expect(entries.map(({ path, outcome, target }: Record<string, string>) => [path, outcome, target])).toEqual([
    ['/a', 'loop', undefined],
    ['/b', 'loop', undefined],
    ['/sold', 'gone', undefined],
    ['/x', 'redirect', '/nowhere'],
  ])
  expect(errors.map(({ message }: { message: string }) => message)).toContain(
    'The redirects form a loop: "/a" → "/b" → "/a".',
  )
  expect(warnings.map(({ code: name }: { code: string }) => name)).toEqual(['redirect-dead'])
  expect(code).toBe(1)
})

const added = [
  [['/new-old', '/old'], '"from": "/new-old", "to": "/old"', '/new-old redirects to /about. In one hop instead of 3'],
  [['/sold/', '--gone'], '"from": "/sold/", "to": null', '/sold is gone (410). A tombstone'],
  [
    ['https://www.example.com/caf%C3%A9', 'https://www.example.com/en#x'],
    '"from": "/caf%C3%A9", "to": "/en#x"',
    '/café redirects to /en#x.',
  ],
  [['/x', '/nowhere'], '"from": "/x", "to": "/nowhere"', 'but nothing answers there.'],
]
it.each(isSoak ? added : added.slice(0, 2))('adds %j in the format of the file', async (args, entry, said) => {
  const { code, stderr } = await redirects('add', ...args)
  expect(stderr).toContain('Added entry 3 to redirects.json: ')
  expect(stderr).toContain(said)
  expect(await file()).toBe(start.replace('"/about" }\n', `"/about" },\n    { ${entry} }\n`))
  expect(code).toBe(0)
})

const refused = [
  [['/about', '/old'], '"/about" was not added to redirects.json. A page has that address, and pages take precedence.'],
  [
    ['/old/', '/about'],
    '"/old/" was not added to redirects.json. Entry 1 has the same address and points to "/middle".',
  ],
  [['/x', '/x/'], '"/x" was not added to redirects.json. It points to itself.'],
  [['x', '/about'], '"x" was not added to redirects.json: expected a path that starts with one "/".'],
  [['/x'], 'Pass either a target or --gone.'],
  [['/x', '/about', '--gone'], 'Pass either a target or --gone.'],
]
it.each(isSoak ? refused : refused.slice(0, 2))(
  'refuses to add %j and leaves the file unchanged',
  async (args, message) => {
    const { code, stderr } = await redirects('add', ...args)
    expect(stderr).toContain(message)
    expect(await file()).toBe(start)
    expect(code).toBe(2)
  },
)

it('refuses an entry that closes a circle', async () => {
  await put({ from: '/a', to: '/b' })
  const { code, stderr } = await redirects('add', '/b', '/a')
  expect(stderr).toContain('"/b" was not added to redirects.json. It ends in a loop: "/b" → "/a" → "/b".')
  expect(code).toBe(2)
})

it('needs a build to judge entries, but not to add one', async () => {
  await rm(join(folder, 'out/addresses.json'))
  const { code, stderr } = await redirects()
  expect(stderr).toContain('There is no build in')
  expect(code).toBe(2)
  expect((await redirects('add', '/x', '/y')).code).toBe(0)
})

it('adds an entry of another domain family, and shows those of the family that was built', async () => {
  const french = { family: 'fr', defaultLocale: 'fr', locales: ['fr'], built: ['fr'] }
  await writeAddresses(join(folder, 'out'), { ...french, pages: ['/', '/aide'], files: [], elsewhere: [], shells: [] })
  expect((await redirects('add', 'https://example.fr/vieux', '/aide')).code).toBe(0)
  expect(await file()).toContain('{ "from": "/vieux", "to": "/aide", "family": "fr" }')
  const { stdout } = await redirects()
  expect(stdout).toContain('1 entry: 1 redirect,')
  await put({ from: '/a', to: '/b', family: 'moon' })
  expect((await redirects()).stderr).toContain(
    'Entry 1 of redirects.json names the domain family "moon", which does not exist.',
  )
})

it('loses none of the entries that are added at the same time: each is kept or reported as not written', async () => {
  const runs = await Promise.all(Array.from({ length: 8 }, (_, at) => redirects('add', `/was-${at}`, '/about')))
  const kept = JSON.parse(await file()).redirects.map(({ from }: { from: string }) => from)
  const reported = runs.flatMap(({ code, stderr }, at) => {
    if (code !== 0) expect(stderr).toContain('is being written by another command, so nothing was added.')
    return code === 0 ? [`/was-${at}`] : []
  })
  expect(kept.slice(2).sort()).toEqual(reported)
  expect(reported.length).toBeGreaterThan(0)
})
