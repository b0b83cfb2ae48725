import { existsSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { Change, Target } from '#preview/messages.ts'
import { node, page } from '#tests/fixtures/content.ts'
import { type FixtureOptions, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { captureOutput, openOwnSite } from '#tests/fixtures/own-site.ts'
import { openRenderer } from './open-renderer.ts'

const home = node('/', 1, { nodeType: 'root' })
const english = { nodes: [home], pages: { 1: page(1, 'Home') } }
const german = { nodes: [home], pages: { 1: page(1, 'Start') } }

/** A site and its service, until the test has ended. */
async function openServed(options: FixtureOptions) {
  const service = await startFixtureService(options)
  const site = openOwnSite()
  onTestFinished(async () => {
    await service.close()
    site.remove()
  })
  const { config, cache } = site.options
  return { service, site, job: { config, cache, api: service.api, images: 'off' } as const }
}

it('a renderer whose service does not answer fails after esbuild has ended, which would otherwise print its state', async () => {
  const site = openOwnSite()
  onTestFinished(() => site.remove())
  const { config, cache } = site.options
  const job = { config, cache, api: 'http://127.0.0.1:9/api', images: 'off' } as const
  await expect(openRenderer(job, undefined, () => {})).rejects.toThrow('ECONNREFUSED')
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap') // the process of esbuild
})

it('a renderer that shows kept content says that the service does not answer', async () => {
  const { service, site, job } = await openServed({ locales: { en: english, de: german } })
  await openRenderer(job, undefined, () => {})
  await expect.poll(() => existsSync(site.at('.site/preview'))).toBe(true)
  await service.close()
  const { stderr } = await captureOutput(async (said) => {
    await openRenderer(job, undefined, () => {})
    await expect.poll(() => said.stderr, { timeout: 10_000 }).not.toBe('')
  })
  expect(stderr).toMatch(/^The content cannot be read: "[^"]*" does not answer "[^"]*": connect ECONNREFUSED [^ ]*\n$/)
})

it('a renderer that cannot keep the content for the next preview says why, and what to do', async () => {
  const { site, job } = await openServed({ locales: { en: english, de: german } })
  site.write('.site/preview', 'a file where a folder belongs')
  const { stderr } = await captureOutput(async (said) => {
    await openRenderer(job, undefined, () => {})
    await expect.poll(() => said.stderr, { timeout: 10_000 }).not.toBe('')
  })
  const file = `"${site.at('.site/preview')}"`
  expect(stderr).toBe(
    `The content cannot be kept for the next preview: ${file} cannot be read or written: ${file} is a file, but a folder is needed. Move it away, or choose another folder with --cache.\n`,
  )
})

it('a panel that opens while the site is still read is told after five seconds, until its page is checked', async () => {
  const held = Promise.withResolvers<void>()
  const { job } = await openServed({
    locales: { en: english, de: german },
    async intercept({ url = '' }) {
      if (url.startsWith('/api/pages') && url.includes('locale=de')) await held.promise
      return false
    },
  })
  const target = { nodeType: 'root', id: '1', locale: 'en' }
  const [unread, checked] = [Promise.withResolvers<Change>(), Promise.withResolvers<Change>()]
  const { watch } = await openRenderer({ ...job, locale: 'en' }, undefined, (change) => {
    if (change.what === 'unread') unread.resolve(change)
    if (change.what === 'checked') checked.resolve(change)
  })
  watch([target])
  expect(await unread.promise).toMatchObject({
    target,
    message: expect.stringContaining('until the whole site is read'),
  })
  held.resolve()
  expect(await checked.promise).toMatchObject({ target })
})

it('a renderer for an exported draft shows no menu that an earlier preview kept', async () => {
  const menus = [{ id: 1, name: 'Earlier', group: 'main', url: '/' }]
  const { site, job } = await openServed({ locales: { en: { menus, ...english }, de: german } })
  await openRenderer(job, undefined, () => {})
  await expect.poll(() => existsSync(site.at('.site/preview'))).toBe(true)
  menus.splice(0, 1, { id: 1, name: 'Current', group: 'main', url: '/' })
  const target = { nodeType: 'root', id: '1', locale: 'en' }
  const renderer = await openRenderer({ ...job, isFresh: true }, undefined, () => {})
  await renderer.ask({ kind: 'export', target, directory: site.at('draft') })
  expect(readFileSync(site.at('draft/index.html'), 'utf8')).toContain('Current')
})

it('answers the new address of a draft from its first answer on, until another page is published there', async () => {
  const pages: Record<string, ReturnType<typeof page>> = { 1: page(1, 'Home'), 2: page(2, 'About') }
  const nodes = [home, node('/about', 2)]
  let isFaulty = false
  const { job } = await openServed({
    locales: { en: { nodes, pages }, de: german },
    intercept({ url = '' }, response) {
      if (!url.includes('preview=true')) return false
      const isOfNodes = url.startsWith('/api/sitemap_nodes')
      if (isOfNodes) sendJson(response, 200, [node('/moved', 2)])
      const isRefused = isFaulty && url.startsWith('/api/pages/2')
      if (isRefused) sendJson(response, 200, [])
      return isOfNodes || isRefused
    },
  })
  const { ask } = await openRenderer(job, undefined, () => {})
  const target = { nodeType: 'article_with_crumbs', id: '2', locale: 'en' }
  expect(JSON.parse(`${(await ask({ kind: 'find', target })).body}`)).toMatchObject({ href: '/moved' })
  expect((await ask({ kind: 'site', path: '/moved' })).status).toBe(200)
  for (const path of ['/moved/?q=x', '/about?q=x']) {
    expect((await ask({ kind: 'site', path })).headers.location).toBe('/moved?q=x')
  }
  pages[1] = page(1, 'Other')
  expect(JSON.parse(`${(await ask({ kind: 'refresh' })).body}`)).toEqual({ isChanged: true })
  expect((await ask({ kind: 'site', path: '/moved' })).status).toBe(200)
  pages[3] = page(3, 'Newcomer')
  nodes.push(node('/moved', 3))
  isFaulty = true
  expect(JSON.parse(`${(await ask({ kind: 'refresh' })).body}`)).toEqual({ isChanged: true })
  const { status, body } = await ask({ kind: 'site', path: '/moved' })
  expect([status, `${body}`]).toEqual([200, expect.stringContaining('Newcomer')])
})

/** A renderer that watches a page, and the changes that it has reported. */
async function openWatching(options: FixtureOptions, target: Target) {
  const { job } = await openServed(options)
  const changes: Change['what'][] = []
  const renderer = await openRenderer(job, undefined, ({ what }) => void changes.push(what))
  await renderer.ask({ kind: 'pages' })
  renderer.watch([target])
  await expect.poll(() => changes).toContain('watched')
  return { ...renderer, countOf: (what: Change['what']) => changes.filter((one) => one === what).length }
}

it('reports changes of a draft while a slow service is read again, and reads it once more for all later changes', async () => {
  const pages = { 1: page(1, 'Home'), 2: page(2, 'Slow') }
  const slow = Promise.withResolvers<void>()
  let reads: number | undefined
  const { countOf } = await openWatching(
    {
      locales: { en: { nodes: [home, node('/slow', 2)], pages }, de: german },
      async intercept({ url }) {
        if (reads === undefined || !url?.startsWith('/api/pages/2')) return false
        reads += 1
        await slow.promise
        return false
      },
    },
    { nodeType: 'root', id: '1', locale: 'en' },
  )
  reads = 0
  for (const edit of [1, 2, 3, 4]) {
    pages[1].title = `Edit ${edit}`
    await expect.poll(() => countOf('draft')).toBe(edit)
  }
  expect(countOf('content')).toBe(0)
  expect(reads).toBe(1)
  slow.resolve()
  await expect.poll(() => countOf('content')).toBe(2)
  expect(reads).toBe(2)
})

it('notices that a page which was removed is published again as it was before', async () => {
  const about = page(2, 'About')
  const pages: Record<string, typeof about> = { 1: page(1, 'Home'), 2: about }
  const nodes = [home, node('/about', 2)]
  const target = { nodeType: 'article_with_crumbs', id: '2', locale: 'en' }
  const { ask, countOf } = await openWatching({ locales: { en: { nodes, pages }, de: german } }, target)
  nodes[1] = node('/moved', 2)
  await expect.poll(() => countOf('content')).toBe(1)
  const [moved = {}] = nodes.splice(1, 1)
  delete pages[2]
  await expect.poll(() => countOf('content')).toBe(2)
  nodes.push(moved)
  pages[2] = about
  await expect.poll(() => countOf('content')).toBe(3)
  const { body } = await ask({ kind: 'panel', target })
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ state: 'published', href: '/moved' })
})
