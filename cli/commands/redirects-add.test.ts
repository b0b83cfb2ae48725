import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SiteError } from '#content/finding.ts'
import { captureOutput } from '#tests/fixtures/own-site.ts'
import { setRedirectsSite } from '#tests/fixtures/redirects-site.ts'
import { redirectsAdd, redirectsAddGone, redirectsAddMoved } from './redirects-add.ts'

const { site, built, kept } = setRedirectsSite()
const add = (from: string, to?: string, options: { gone?: boolean } = {}) =>
  captureOutput(() => redirectsAdd(from, to, { ...site.options, ...options }))

it('creates a missing file, and accepts any address when there is no build', async () => {
  const { stderr } = await add('/old', '/new')
  expect(kept()).toEqual([{ from: '/old', to: '/new' }])
  expect(stderr).toBe(
    `Added entry 1 to redirects.json: /old redirects to /new. There is no build in "${site.options.out}" yet; the next build reports whether there is a page at that address.\n`,
  )
})

it('adds a tombstone', async () => {
  const { stderr } = await add('/sold', undefined, { gone: true })
  expect(kept()).toEqual([{ from: '/sold', to: null }])
  expect(stderr).toContain('/sold is gone (410). ')
})

it('judges by the build, and names the family of an entry that is not of the first one', async () => {
  await built('fr', ['/', '/aide'])
  const { stderr } = await add('https://www.heron.example.fr/vieux', '/aide')
  expect(stderr).not.toContain('There is no build')
  expect(kept()).toEqual([{ from: '/vieux', to: '/aide', family: 'fr' }])
  await expect(add('/aide', '/')).rejects.toThrow(
    '"/aide" was not added to redirects.json. A page has that address, and pages take precedence.',
  )
  expect(kept()).toHaveLength(1)
})

it('changes the target of an entry that forms a circle, as after a page moved away, back and away again', async () => {
  await built('main', ['/a'])
  await add('/b', '/a')
  await built('main', ['/b'])
  await add('/a', '/b')
  await built('main', ['/c'])
  const { stderr } = await addMoved(vanished('/b', '/c'))
  expect(stderr).toBe('Changed entry 1 of redirects.json: /b redirects to /c. As written; a page answers there.\n')
  expect(kept()).toEqual([
    { from: '/b', to: '/c' },
    { from: '/a', to: '/b' },
  ])
  await expect(add('/a', '/c')).rejects.toThrow('"/a" was not added to redirects.json. Entry 2 has the same address')
})

it('changes the target of a tombstone, as when its page returned and moved, in any spelling of its address', async () => {
  await built('main', ['/b'])
  await add('/ą', undefined, { gone: true })
  const { stderr } = await addMoved(vanished('/ą', '/b'))
  expect(stderr).toBe('Changed entry 1 of redirects.json: /ą redirects to /b. As written; a page answers there.\n')
  await add('/sold', undefined, { gone: true })
  for (const from of ['/sold/', '/%C4%85']) await add(from, '/b').catch(() => {})
  expect(kept()).toEqual([
    { from: '/ą', to: '/b' },
    { from: '/sold', to: '/b' },
  ])
})

it.each([
  ['a target and --gone', '/new', { gone: true }],
  ['neither', undefined, {}],
])('refuses %s', async (_, to, options) => {
  await expect(add('/old', to, options)).rejects.toThrow('Pass either a target or --gone.')
  expect(existsSync(site.at('redirects.json'))).toBe(false)
})

const addMoved = (...errors: { code: string; where?: object }[]) => {
  site.write('output/report.json', JSON.stringify({ errors }))
  return captureOutput(() => redirectsAddMoved(site.options))
}
/** An address as it is written in reports. */
const messageFor = (path: string) => new SiteError({ code: 'address-vanished', message: path }).message
const vanished = (path: string, url?: string) => ({ code: 'address-vanished', where: { path, ...(url && { url }) } })

it('adds the moved pages of the last report, and skips its other entries', async () => {
  await built('main', ['/articles/a', '/articles/b', '/articles/\u200fc'])
  const { stderr } = await addMoved(
    vanished('/blog/a', '/articles/a'),
    vanished('/blog/gone'),
    { code: 'link-dead', where: { path: '/x', url: '/y' } },
    { code: 'budget' },
    vanished('/blog/100%20b', '/articles/b'), // as in the ledger, where nothing is encoded
    vanished(messageFor('/blog/\u200fc'), messageFor('/articles/\u200fc')),
    vanished('/aide', 'https://www.heron.example.fr/aide'),
  )
  expect(kept()).toEqual([
    { from: '/blog/a', to: '/articles/a' },
    { from: '/blog/100%2520b', to: '/articles/b' },
    { from: '/blog/%E2%80%8Fc', to: '/articles/%E2%80%8Fc' },
    { from: '/aide', to: 'https://www.heron.example.fr/aide' },
  ])
  expect(stderr.match(/Added entry \d/g)).toHaveLength(4)
})

it('adds none of several entries when one is refused', async () => {
  await built('main', ['/live', '/b'])
  await expect(addMoved(vanished('/a', '/b'), vanished('/live', '/b'))).rejects.toThrow(
    '"/live" was not added to redirects.json. A page has that address, and pages take precedence.',
  )
  expect(existsSync(site.at('redirects.json'))).toBe(false)
})

it('reports that no page has moved, or that there is no report', async () => {
  await expect(captureOutput(() => redirectsAddMoved(site.options))).rejects.toThrow('is not a report of a build.')
  const { stderr } = await addMoved(vanished('/a'))
  expect(stderr).toContain('Nothing to add: ')
})

it('adds a tombstone for each vanished address without a page, and skips moved pages', async () => {
  await built('main', ['/articles/a'])
  await addMoved(vanished('/blog/a', '/articles/a'), vanished('/sale*'), vanished('/cs/ž'), vanished('/cs'))
  const { stderr } = await captureOutput(() => redirectsAddGone(site.options))
  expect(kept().slice(1)).toEqual([
    { from: '/cs/ž', to: null },
    { from: '/cs', to: null },
  ])
  expect(stderr).toContain('Added entry 3 to redirects.json: /cs is gone (410). ')
  site.write('output/report.json', JSON.stringify({ errors: [vanished('/blog/a', '/articles/a')] }))
  expect((await captureOutput(() => redirectsAddGone(site.options))).stderr).toContain('Nothing to add: ')
})

it('skips addresses that got an entry since the report, and adds the rest', async () => {
  await built('main', ['/new', '/b'])
  await add('/heir', '/b')
  const reported = [vanished('/heir/'), vanished('/sold'), vanished('/heir', '/new'), vanished('/moved', '/new')]
  await addMoved(...reported)
  await captureOutput(() => redirectsAddGone(site.options))
  expect(kept()).toEqual([
    { from: '/heir', to: '/b' },
    { from: '/moved', to: '/new' },
    { from: '/sold', to: null },
  ])
  expect((await addMoved(...reported)).stderr).toContain('Nothing to add: ')
})
