import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { profiles } from './profiles.ts'

/** Characters with a meaning in some configuration, pattern or encoding. */
const names = [
  ...["it's", 'a&b', '(x)', '[y]', '{z}', '$1', '$uri', '~t', 'semi;x', 'comma,x', 'at@x', 'plus+x', 'eq=x', 'caret^x'],
  ...[
    'quote"x',
    'back`x',
    'pipe|x',
    'less<x>',
    'dots..x',
    'bang!x',
    'hash-日本語',
    '🚚-van',
    '%41',
    '100%',
    'x y',
    'x.html',
  ],
  ...['{$HOME}', '{$UNSET:x}', 'a{b', 'x}y', '{{x}}', '{$', 'a"{b}'],
  ...['.net', '.net core/x', 'node.json', 'v1.webp'],
  ...['x ', ...[51, 52, 150].map((count) => `${'l'.repeat(200)}/${'m'.repeat(count)}`)],
  ...['Żółw', 'co:lon', '{env.PATH}', '%{HOST}', '<!---->', '-dash', '_under', 'x.js', "'"],
]
const pages = ['/', ...names.map((name) => `/p/${name}`)]
const redirects = names.map((name) => ({ from: `/old/${name}`, to: `/p/${name}` }))
const routing = { ...fixtureRouting, pages, redirects, gone: names.map((name) => `/gone/${name}`) }
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
/** Encodes a path like a browser, which encodes fewer characters. Without "#" it would drop a space at the end. */
const sent = (path: string) => new URL(`http://x${path.replaceAll('%', '%25')}#`).pathname

/** The emulators of Azure and Vercel serve no files with some of these names, and GitLab cannot match them. */
const partly = ['azure-emulator', 'vercel', 'gitlab']

describe.each(profiles.filter(({ name }) => !partly.includes(name)))('odd addresses on $name', (profile) => {
  /** Cloudflare cannot redirect an address with ":name". The build reports these. */
  const matched = profile.name === 'cloudflare' ? names.filter((name) => !/:[a-z]/i.test(name)) : names
  let host: Deployed
  beforeAll(async () => {
    host = await deploy(profile, (folder) => makeFixture(folder, routing))
  })
  afterAll(() => host?.close())

  it('are answered by their pages, as HTML, in any encoding', async () => {
    const wrong: string[] = []
    for (const name of names) {
      // superstatic treats "%26" as another character than "&"
      const spellings = [sent(`/p/${name}`), ...(profile.name === 'firebase' ? [] : [encoded(`/p/${name}`)])]
      for (const path of new Set(spellings)) {
        const { status, headers, body } = await host.visit(host.page(path))
        const type = headers.get('content-type') ?? ''
        if (status !== 200 || !type.startsWith('text/html') || body !== `file p/${name}/index.html`)
          wrong.push(`${path}: ${status} ${type} ${body.slice(0, 60)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('redirect to their page in one hop, with and without final slash', async () => {
    const wrong: string[] = []
    for (const name of matched) {
      for (const path of [sent(`/old/${name}`), `${sent(`/old/${name}`)}/`]) {
        const hop = await host.visit(path)
        const end = hop.to === undefined ? undefined : await host.visit(hop.to)
        if (hop.status !== 301 || end?.body !== `file p/${name}/index.html`)
          wrong.push(`${path}: ${hop.status} ${hop.to}, then ${end?.status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('are gone when listed as gone', async () => {
    const wanted = profile.lacks.includes('gone') ? 404 : 410
    const wrong: string[] = []
    for (const name of names) {
      const { status } = await host.visit(sent(`/gone/${name}`))
      if (status !== wanted) wrong.push(`/gone/${name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
})
