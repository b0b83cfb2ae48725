import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readRedirectsText } from '#publish/redirects/redirects.ts'
import { setRedirectsSite } from '#tests/fixtures/redirects-site.ts'
import { addEntries } from './add-entries.ts'
import type { Wanted } from './wanted-entry.ts'
import { lockRedirects, writeRedirects } from './write-redirects.ts'

const { site, built, kept } = setRedirectsSite()
/** Adds an entry; without a target, one that says that the address is gone. */
const add = (from: string, to?: string) => addEntries([{ from, to }], site.options)

it('returns what was added: its number, what it does, and whether there was a build to compare it with', async () => {
  expect(await add('/old', '/about')).toMatchObject([
    {
      ...{ entry: 1, path: '/old', target: '/about', outcome: 'redirect', isNew: true, isJudged: false, isDead: false },
      why: 'As written; the target is in a locale or domain family that was not read.',
    },
  ])
  await built('main', ['/', '/about'])
  expect(await add('/sold')).toMatchObject([{ entry: 2, path: '/sold', outcome: 'gone', isNew: true, isJudged: true }])
  expect(await add('/sold', '/about')).toMatchObject([{ entry: 2, outcome: 'redirect', isNew: false, isJudged: true }])
  expect(kept()).toEqual([
    { from: '/old', to: '/about' },
    { from: '/sold', to: '/about' },
  ])
})

it('writes nothing when there is nothing to add', async () => {
  expect(await addEntries([], site.options)).toEqual([])
  expect(existsSync(site.at('redirects.json'))).toBe(false)
})

it('adds several entries, or none of them when one is refused', async () => {
  await built('main', ['/live', '/b'])
  const wanted = (...addresses: string[]): Wanted[] => addresses.map((from) => ({ from, to: '/b' }))
  await expect(addEntries(wanted('/a', '/live'), site.options)).rejects.toMatchObject({
    message: '"/live" was not added to redirects.json. A page has that address, and pages take precedence.',
    hint: 'To see all entries, run: npx site redirects',
  })
  expect(existsSync(site.at('redirects.json'))).toBe(false)
  expect((await addEntries(wanted('/a', '/c'), site.options)).map(({ entry }) => entry)).toEqual([1, 2])
})

it('skips addresses of a report that have an entry by now, unless that entry is out of date', async () => {
  await built('main', ['/new'])
  await add('/a', '/new')
  await add('/sold')
  const wanted = ['/a', '/sold', '/b'].map((from) => ({ from, to: '/new' }))
  const added = await addEntries(wanted, site.options, { isReported: true })
  expect(added.map(({ path, isNew }) => [path, isNew])).toEqual([
    ['/sold', false],
    ['/b', true],
  ])
  expect(await addEntries(wanted, site.options, { isReported: true })).toEqual([])
})

it('takes the family of the build, and names it unless it is the first one', async () => {
  await built('fr', ['/', '/aide'])
  await add('/vieux', '/aide')
  await built('main', ['/'])
  await add('/old', '/')
  expect(kept()).toEqual([
    { from: '/vieux', to: '/aide', family: 'fr' },
    { from: '/old', to: '/' },
  ])
})

it('writes into an existing file with its permissions, or into the target of a link', async () => {
  mkdirSync(site.at('shared'))
  symlinkSync('shared/redirects.json', site.at('redirects.json'))
  await add('/old', '/new')
  chmodSync(site.at('shared/redirects.json'), 0o660)
  linkSync(site.at('shared/redirects.json'), site.at('shared/mounted.json'))
  await add('/older', '/new')
  expect(readFileSync(site.at('shared/mounted.json'), 'utf8')).toBe(readFileSync(site.at('redirects.json'), 'utf8'))
  expect(kept()).toHaveLength(2)
  expect(statSync(site.at('shared/redirects.json')).mode & 0o777).toBe(0o660)
})

it('leaves nothing of a longer text behind', async () => {
  await built('main', ['/'])
  await add('/old')
  await add('/old', '/')
  expect(readFileSync(site.at('redirects.json'), 'utf8')).toMatch(/"to": "\/" \}\n {2}\]\n\}\n$/)
})

it('removes the origin of the site, and keeps that of another', async () => {
  await add('https://www.heron.example/old', 'https://www.heron.example')
  await add('/other', 'https://www.heron.example.fr/x')
  expect(kept()).toEqual([
    { from: '/old', to: '/' },
    { from: '/other', to: 'https://www.heron.example.fr/x' },
  ])
})

it('refuses an entry that would make an existing one wrong', async () => {
  await add('/a', '/b')
  await expect(add('/b', '/a')).rejects.toThrow('"/b" was not added to redirects.json. It ends in a loop')
  await expect(add('/a', '/c')).rejects.toThrow('"/a" was not added to redirects.json. Entry 1 has the same address')
  expect(kept()).toHaveLength(1)
})

it.each([
  ['old', '/new', '"old" was not added to redirects.json: expected a path that starts with one "/".'],
  ['/old?x=1', '/new', '"/old?x=1" was not added to redirects.json: expected only a path: '],
  ['https://other.example/old', '/new', '"https://other.example/old" was not added to redirects.json: expected a path'],
  ['/old', 'new', '"new" was not added to redirects.json: expected a path that starts with one "/".'],
  [
    '/old',
    'https://evil.example/',
    'its origin is not one of the settings (https://www.heron.example, https://www.heron',
  ],
])('refuses "%s" to "%s" in the words of the command line', async (from, to, reported) => {
  await expect(add(from, to)).rejects.toThrow(reported)
  expect(existsSync(site.at('redirects.json'))).toBe(false)
})

it('refuses a file that cannot be read', async () => {
  site.write('redirects.json/held', '')
  await expect(add('/old', '/new')).rejects.toThrow(`"${site.at('redirects.json')}" cannot be read.`)
})

it('adds nothing while another command writes the file, and says so', async () => {
  await add('/old', '/new')
  const before = readFileSync(site.at('redirects.json'), 'utf8')
  site.write('redirects.json.lock', '')
  await expect(add('/older', '/new')).rejects.toMatchObject({
    message: `"${site.at('redirects.json')}" is being written by another command, so nothing was added.`,
    hint: `Try again. If no other command is running, one was killed: remove "${site.at('redirects.json.lock')}".`,
  })
  expect(readFileSync(site.at('redirects.json'), 'utf8')).toBe(before)
  rmSync(site.at('redirects.json.lock'))
  await add('/older', '/new')
  expect([kept().length, existsSync(site.at('redirects.json.lock'))]).toEqual([2, false])
})

it('goes on if its lock is removed, as by a reader of that advice', () => {
  using _lock = lockRedirects(site.at('redirects.json'))
  rmSync(site.at('redirects.json.lock'))
})

it('says that a file that cannot be written is unchanged', () => {
  const file = site.at('none/redirects.json')
  expect(() => writeRedirects(file, { text: '{}', before: readRedirectsText(file) })).toThrow(
    expect.objectContaining({
      message: `"${file}" cannot be written, and is unchanged.`,
      hint: 'Check the permissions and the free space on the disk, and try again.',
      cause: expect.any(Error),
    }),
  )
})
