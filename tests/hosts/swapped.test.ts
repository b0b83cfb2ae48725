import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { keepAssets } from '#publish/export/keep-assets.ts'
import { watchReleases } from '#tests/incremental/read-releases.ts'
import type { RunningHost } from './host-process.ts'
import { makeFixture } from './make-fixture.ts'
import { startHost } from './start-host.ts'

const pages = 15

let folder: string
let out: string
let host: RunningHost
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-swapped-'))
  await chmod(folder, 0o755) // a server may run as another user
  out = join(folder, 'out')
  await makeFixture(join(folder, 'fixture'))
  await publish(1)
  await cp(join(folder, 'fixture/hosts'), join(out, 'hosts'), { recursive: true })
  await mkdir(join(folder, 'work'))
})
afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

/** Publishes pages that name assets of their own build only. Some pages come and go. */
async function publish(build: number): Promise<void> {
  const writer = await openDirectoryWriter(out, { swap: true })
  const assets = ['css', 'js'].map((type) => `assets/site-${build}.${type}`)
  for (const asset of assets) await writer.write(asset, `/* Mark ${build} */`)
  const links = assets.map((asset) => `<link href="/${asset}">`).join('')
  for (let page = 0; page < pages; page += 1) {
    if (page === 0 || page % 7 !== build % 7) await writer.write(pathOf(page), `<p>Mark ${build}</p>${links}`)
  }
  const note = await keepAssets(writer, out, 3)
  await writer.commit(() => new Map([note]))
}

function pathOf(page: number): string {
  return page === 0 ? 'index.html' : `page-${page}/index.html`
}

/** Requests a page and all assets that it names. Returns the faults, and the build of the page. */
async function visit(origin: string, address: string): Promise<{ wrong: string[]; build: string | undefined }> {
  const response = await fetch(`${origin}${address}`)
  const html = await response.text()
  if (response.status === 404 && address !== '/') return { wrong: [], build: undefined } // the page was removed
  const build = /Mark (\d+)/.exec(html)?.[1]
  const named = [...html.matchAll(/href="([^"]*)"/g)].map(([, asset = '']) => asset)
  const wrong = response.ok && named.length === 2 ? [] : [`${address} is ${response.status}: ${html}`]
  for (const asset of named) {
    const answer = await fetch(`${origin}${asset}`)
    const text = await answer.text()
    if (text !== `/* Mark ${build} */`) wrong.push(`${asset} of build ${build} is ${answer.status}: ${text}`)
  }
  return { wrong, build }
}

it.each([
  ['nginx', 30],
  ['apache-vhost', 8],
  ['caddy', 8],
] as const)('On %s no visit meets two builds while %i are swapped in', async (name, swaps) => {
  host = await startHost[name]({ site: join(out, 'site'), hosts: join(out, 'hosts'), work: join(folder, 'work') })
  const { origin } = host
  const whole = watchReleases(out, /Mark (\d+)/)
  const wrong: string[] = []
  const builds = new Set<string>()
  const visits = [0, 0, 0]
  let isOver = false
  const visitor = async (first: number): Promise<void> => {
    for (let page = first; !isOver; page = (page + 3) % pages) {
      const found = await visit(origin, page === 0 ? '/' : `/page-${page}`)
      wrong.push(...found.wrong)
      if (found.build) builds.add(found.build)
      visits[first] = (visits[first] ?? 0) + 1
    }
  }
  const visitors = visits.map((_, first) => visitor(first))
  for (let build = 2; build <= swaps + 1; build += 1) {
    await publish(build)
    // A read is faster than the time in which the files of three builds are removed.
    const before = [...visits, whole.reads()]
    while ([...visits, whole.reads()].some((count, at) => count === before[at])) await wait(5)
  }
  isOver = true
  await Promise.all(visitors)
  expect(wrong).toEqual([])
  expect(await whole.stop()).toEqual([])
  expect(builds.size).toBeGreaterThan(swaps / 3)
  expect((await visit(origin, '/')).build).toBe(String(swaps + 1))
  expect((await readdir(join(out, '.releases'))).length, 'releases of the last minutes').toBe(Math.min(swaps + 1, 11))
})
