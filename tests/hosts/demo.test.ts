import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evenSample } from '#content/even-sample.ts'
import type { Routing } from '#publish/routing.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { type Deployed, deploy } from './deployed.ts'
import { profiles } from './profiles.ts'

type Entry = { from: string; to: string | null }

let out: string
let entries: Entry[]
let pages: string[]

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'site-hosts-demo-'))
  const more = ['--images', 'off', '--no-ledger', '--cache', join(out, 'cache')]
  const { code, stderr } = await runSite(['build', '--locale', 'all', '--out', join(out, 'export'), ...more])
  expect(code, stderr).toBe(0)
  entries = JSON.parse(await readFile('redirects.json', 'utf8')).redirects
  const routing: Routing = JSON.parse(await readFile(join(out, 'export/routing.json'), 'utf8'))
  pages = routing.pages
})
afterAll(() => rm(out, { recursive: true, force: true }))

async function exportTo(folder: string): Promise<void> {
  const filter = (path: string): boolean => !path.endsWith('/assets') // no test here requests them
  for (const part of ['site', 'hosts'])
    await cp(join(out, 'export', part), join(folder, part), { recursive: true, filter })
}

// The other hosts get the same routes, and tests/hosts/hosts.test.ts tries their answers.
const tried = isSoak || process.env.HOSTS ? profiles : profiles.slice(0, 1)

describe.each(tried)('the demo on $name', (profile) => {
  let host: Deployed
  beforeAll(async () => {
    host = await deploy(profile, exportTo)
  })
  afterAll(() => host?.close())

  it('answers every redirect of redirects.json, with and without final slash, with one hop to a page', async () => {
    expect(entries.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const { from, to } of entries.filter((entry) => entry.to !== null)) {
      const source = encodeURI(from)
      for (const path of [source, `${source}/`]) {
        const hop = await host.visit(path)
        const end = hop.to === undefined ? undefined : await host.visit(hop.to)
        const isSkipped = profile.lacks.includes('encodedFiles') && hop.to?.includes('%')
        if (hop.status !== 301 || (end?.status !== 200 && !isSkipped))
          wrong.push(`${path} → ${to}: ${hop.status} ${hop.to}, then ${end?.status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('answers any page without a hop, as HTML with the policy', async () => {
    const wrong: string[] = []
    for (const path of process.env.HOSTS ? pages : evenSample(pages, 60)) {
      const address = host.page(path.split('/').map(encodeURIComponent).join('/'))
      if (profile.lacks.includes('encodedFiles') && address.includes('%')) continue
      const { status, headers } = await host.visit(address)
      const hasPolicy = headers.has('content-security-policy') || profile.lacks.includes('headers')
      const isGood = headers.get('content-type')?.startsWith('text/html') && hasPolicy
      if (status !== 200 || !isGood) wrong.push(`${address}: ${status} ${headers.get('content-type')}`)
    }
    expect(wrong).toEqual([])
  })
})

it('a file server without configuration forwards every redirect of redirects.json to a page', async () => {
  const host = await deploy({ name: 'plain', form: 'slash', hop: 308, lacks: [] }, exportTo)
  const wrong: string[] = []
  for (const { from, to } of entries.filter((entry) => entry.to !== null)) {
    const { body } = await host.visit(from.endsWith('.html') ? encodeURI(from) : `${encodeURI(from)}/`)
    const target = /http-equiv="refresh" content="0; url=([^"#]*)/.exec(body)?.[1]
    const end = target === undefined ? undefined : await host.visit(target)
    if (end?.status !== 200) wrong.push(`${from} → ${to}: ${target}, then ${end?.status}`)
  }
  await host.close()
  expect(wrong).toEqual([])
})
