import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockFiles } from '#cli/new/block-files.ts'
import { smallContent } from '#tests/commands/small-content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { freePort } from '#tests/hosts/host-process.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite, type SiteRun } from '#tests/run-site.ts'

/** A site outside the folder of the tool. */
let folder: string
const put = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
const edit = async (file: string, from: string, to: string) => put(file, (await read(file)).replace(from, to))
const site = (...args: string[]): Promise<SiteRun> => runSite(args, { cwd: folder })
const page = (path: string): Promise<string> => read(`output/site/${path}`)
const rendered = ({ stderr }: SiteRun): string | undefined => /(\d+) rendered with \w+, \d+ unchanged/.exec(stderr)?.[1]

const own = {
  schema: 'blocks/pull-quote/schema.ts',
  component: 'blocks/pull-quote/pull-quote.tsx',
}

async function putBlock(): Promise<void> {
  for (const [name, text] of Object.entries(blockFiles({ name: 'pull-quote', isCheckout: false })))
    await put(`blocks/pull-quote/${name}`, text)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-own-'))
  await put('package.json', '{ "type": "module" }')
  await put(
    'site.config.ts',
    `import type { SettingsInput } from 'site/renderer/settings.ts'
export default {
  brand: { name: 'Blue Heron', icon: 'brand/icon.svg', themeColor: '#123456', backgroundColor: '#ffffff' },
  families: [{ id: 'main', origin: 'https://www.heron.example', defaultLocale: 'en', locales: ['en'] }],
  links: { help: {}, demo: {}, contact: {} },
} satisfies SettingsInput
`,
  )
  await put('brand/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
  await put(
    'content/en/nodes.yaml',
    '- {nodeType: root, action: index, slug: /, nodeReference: 1}\n- {nodeType: article, action: show, slug: /birds, nodeReference: 2}\n',
  )
  await put('content/en/menus.yaml', '- {id: 1, name: Birds, url: /birds, group: main}\n')
  await put(
    'content/en/pages/home.yaml',
    'id: 1\ntitle: Herons\nlayout: home\nblocks: [{id: 1, type: text, html: <p>Welcome</p>}]\n',
  )
  await put(
    'content/en/pages/birds.yaml',
    `id: 2
title: Birds
blocks:
  - id: 1
    type: pull_quote
    html: <h2>Patience</h2><p onclick="x()">They stand for hours.</p>
    author: Rosebud
    photo: {url: /media/heron.png, alt: A heron}
`,
  )
  await mkdir(join(folder, 'media'))
  await cp('demo/media/device-tracker.png', join(folder, 'media/heron.png'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('A site outside the folder of the tool is built from its own content', async () => {
  const run = await site('build')
  expect(run.stderr).toContain('the unknown type "pull_quote"')
  expect(run.code).toBe(0)
  expect(await page('index.html')).toContain('Blue Heron')
  expect(await page('icon.svg')).toBe(await read('brand/icon.svg'))
})

it('An own block is shown, collected, sanitised and found as soon as it exists', async () => {
  await putBlock()
  const run = await site('build')
  expect(run.stderr).not.toContain('pull_quote')
  const birds = await page('birds/index.html')
  expect(birds).toContain('<h2>Patience</h2><p>They stand for hours.</p>')
  expect(birds).toMatch(/<img src="\/[^"]+\.png" [^>]*alt="A heron"/)
  expect(birds).toContain('Rosebud</figcaption>')
  expect(await page((/href="\/(assets\/site-[^"]+)/.exec(birds) ?? [])[1] ?? '')).toContain('.pull-quote__author')
})

it('A change of an own block renders its pages again, and no others', async () => {
  const before = await site('build')
  expect(rendered(before)).toBe('0')
  await edit(own.component, 'pull-quote__author', 'pull-quote__author is-new')
  expect(rendered(await site('build'))).toBe('1')
  expect(await page('birds/index.html')).toContain('pull-quote__author is-new')
  await edit(own.schema, '  author: optionalWords,\n', '  author: optionalWords,\n  year: optionalText,\n')
  await edit(own.schema, 'optionalWords }', 'optionalText, optionalWords }') // the next test builds with it
})

it.runIf(isSoak)(
  'A change of a block field renders the page again, even if the field has the name of a fact that no page shows',
  async () => {
    await edit(own.schema, '  author: optionalWords,\n', '  author: optionalWords,\n  updatedAt: optionalText,\n')
    await edit(own.component, '{block.author}</', '{[block.author, block.updatedAt].join()}</')
    const birds = 'content/en/pages/birds.yaml'
    await edit(birds, '    author: Rosebud\n', '    author: Rosebud\n    updatedAt: in spring\n')
    await site('build')
    expect(await page('birds/index.html')).toContain('Rosebud,in spring')
    await edit(birds, 'in spring', 'in autumn')
    expect(rendered(await site('build'))).toBe('1')
    expect(await page('birds/index.html')).toContain('Rosebud,in autumn')
  },
)

it('The schema of an own block is named when content does not match it', async () => {
  const birds = 'content/en/pages/birds.yaml'
  await edit(birds, '    author: Rosebud\n', '    author: 7\n')
  const { code, stderr } = await site('build')
  expect(stderr).toContain('field "blocks[0].author": expected a text, got 7.')
  expect(stderr).toContain('Correct the field in this file; "blocks/pull-quote/schema.ts" describes every field.')
  expect(code).toBe(1)
  await edit(birds, '    author: 7\n', '    author: Rosebud\n')
})

it.runIf(isSoak)('An own block makes the same pages with Preact, in threads, and with "site render"', async () => {
  const made = await page('birds/index.html')
  const main = (html: string): string => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  await site('build', '--engine', 'preact', '--workers', '2', '--out', 'preact', '--cache', '.preact')
  expect(main(await page('../../preact/site/birds/index.html'))).toBe(main(made))
  const again = await site('render', '/birds', '--images', 'off')
  expect(again.stderr).not.toContain('The whole site is read')
  expect(again.code).toBe(0)
  expect(await page('birds/index.html')).toBe(made)
  expect((await site('verify', '--images', 'off')).code).toBe(0)
})

it.runIf(isSoak)('The files of an own block are named relative to the site', async () => {
  const component = await read(own.component)
  expect((await site('explain', '/birds')).stdout).toContain(` file "${own.component}" and its imports\n`)
  await put(
    own.component,
    `${component.replace('  return (\n', '  void Date.now()\n  return (\n')}\nvoid Math.random()\n`,
  )
  const whole = await site('render', '/birds', '--images', 'off')
  expect(whole.stderr).toContain(`read, because the file "${own.component}" of the project has changed since`)
  const { stderr } = await site('verify', '--images', 'off')
  expect(stderr).toMatch(new RegExp(`reads the clock when rendered, at ${own.component}:\\d+`))
  expect(stderr).toMatch(new RegExp(`reads a random number when it is loaded, at ${own.component}:\\d+`))
  await put(own.component, component)
})

it('The tokens and texts of a site replace those of the tool', async () => {
  await put('tokens.css', ':root { --amber: #abcdef; }')
  await put('texts/en.json', '{ "error": { "title404": "No such bird" }, "own": { "quote": "Any text" } }')
  const { code, stderr } = await site('build')
  expect(stderr).toContain('0 failed')
  expect(code).toBe(0)
  const [, sheet = ''] = /href="\/(assets\/site-[^"]+)/.exec(await page('index.html')) ?? []
  expect(await page('404.html')).toContain('No such bird')
  expect(await page(sheet)).toMatch(/#ffb224.*@layer tokens\{:root\{--amber: #abcdef\}\}/s)
  const { stdout } = await site('explain', '404.html')
  expect(stdout).toContain(' texts/en.json: error.title404\n')
  expect(stdout).toContain(' site/locales/en.json: error.home\n')
})

it("An own block is found by the search of the service over the site's files", async () => {
  const port = await freePort()
  let stop = (): void => {}
  const running = runSite(['content', '--port', String(port)], {
    cwd: folder,
    onStart: (kill) => (stop = () => kill('SIGINT')),
  })
  const find = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/search?locale=en&phrase=rosebud`).catch(() => undefined)
    return (await response?.text()) ?? ''
  }
  await expect.poll(find).toContain('Birds')
  stop()
  await running
})

it('The industries of a site are offered, named and accepted', async () => {
  await edit('site.config.ts', '} satisfies', "  industries: ['waders', 'songbirds'],\n} satisfies")
  await put(
    'texts/en.json',
    '{ "industry": { "waders": "Waders", "songbirds": "Songbirds" }, "field": { "fleetSize": "Nests" } }',
  )
  await put('content/en/pages/ask.yaml', 'id: 3\ntitle: Ask\nblocks: [{id: 1, type: demo}]\n')
  await put(
    'content/en/nodes.yaml',
    `${await read('content/en/nodes.yaml')}- {nodeType: article, action: show, slug: /ask, nodeReference: 3}\n`,
  )
  const { code, stderr } = await site('build')
  expect(stderr).toContain('0 warnings')
  expect(code).toBe(0)
  const form = await page('ask/index.html')
  expect([...form.matchAll(/<option value="(\w+)"[^>]*>(\w+)</g)].map(([, value, name]) => [value, name])).toEqual([
    ['waders', 'Waders'],
    ['songbirds', 'Songbirds'],
  ])
  expect(form).toContain('<span>Nests</span>')
  expect(form).not.toMatch(/fleet\b|vehicle|transportAndLogistics/i)

  const port = await freePort()
  let stop = (): void => {}
  const running = runSite(['content', '--port', String(port)], {
    cwd: folder,
    onStart: (kill) => (stop = () => kill('SIGINT')),
  })
  const send = async (industry: string): Promise<string> => {
    const body = JSON.stringify({ locale: 'en', industry })
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}/api/demo_request_form_entries`
    return (await (await fetch(url, { method: 'POST', headers, body }).catch(() => undefined))?.text()) ?? ''
  }
  await expect.poll(() => send('waders')).toContain('violations')
  expect(await send('waders')).not.toContain('"industry"')
  expect(await send('agroCars')).toContain('"industry"')
  stop()
  await running
})

it.runIf(isSoak)('An own block can list services with their industry', async () => {
  await put(
    'blocks/by-industry/schema.ts',
    "import { ownBlockSchema } from 'site/content/own-block.ts'\nexport const schema = ownBlockSchema('by_industry', {}).meta({ shows: { list: 'services' } })\n",
  )
  await put(
    'blocks/by-industry/by-industry.tsx',
    "export const ByIndustry = ({ reader }: any) => <p>{reader.services().map((one: any) => [one.title, one.industry].join(': '))}</p>\n",
  )
  await put('content/en/services/tours.yaml', 'id: 1\nslug: tours\ntitle: Tours\nindustry: waders\nblocks: []\n')
  await edit('content/en/pages/ask.yaml', 'blocks: [', 'blocks: [{id: 2, type: by_industry}, ')
  await site('build')
  expect(await page('ask/index.html')).toContain('Tours: waders')
  await edit('content/en/services/tours.yaml', 'waders', 'songbirds')
  expect(rendered(await site('build'))).toBe('1')
  expect(await page('ask/index.html')).toContain('Tours: songbirds')
})

it.runIf(isSoak)('An own block counts as a way to apply', async () => {
  const nodes = await read('content/en/nodes.yaml')
  await put(
    'content/en/nodes.yaml',
    `${nodes}- {nodeType: pattern, action: show, slug: '/jobs/:slug', nodeReference: job_offers}\n`,
  )
  const offer = (block: string) =>
    put('content/en/job-offers/warden.yaml', `id: 1\nslug: warden\ntitle: Warden\nblocks: [${block}]\n`)
  await offer('')
  expect((await site('build')).stderr).toContain('[application-missing]')
  await offer('{id: 1, type: by_industry}')
  const { stderr } = await site('build')
  expect(await page('jobs/warden/index.html')).toContain('Tours: songbirds')
  expect(stderr).not.toContain('[application-missing]')
  await rm(join(folder, 'content/en/job-offers'), { recursive: true })
  await put('content/en/nodes.yaml', nodes)
})

it.runIf(isSoak)('A site works from another folder with --config', async () => {
  const config = ['--config', join(folder, 'site.config.ts')]
  const elsewhere = await mkdtemp(join(tmpdir(), 'site-elsewhere-'))
  const { code, stderr } = await runSite(['build', ...config, '--out', 'out', '--cache', 'cache'], { cwd: elsewhere })
  expect(stderr).toContain('Published to out/site')
  expect(code).toBe(0)
  await rm(elsewhere, { recursive: true })
})

it.runIf(isSoak)('A site without content is built in parts when only "site plan" names the service', async () => {
  const service = await startFixtureService(smallContent())
  const elsewhere = await mkdtemp(join(tmpdir(), 'site-elsewhere-'))
  await cp(join(folder, 'brand'), join(elsewhere, 'brand'), { recursive: true })
  const settings = (await read('site.config.ts')).replace("locales: ['en']", "locales: ['pl', 'en']")
  await writeFile(join(elsewhere, 'site.config.ts'), settings)
  for (const command of [
    `plan --api ${service.api} --images off`,
    'build --plan site.plan --shard 1/1 --out part',
    'merge part',
  ]) {
    const { code, stderr } = await runSite(command.split(' '), { cwd: elsewhere })
    expect(code, stderr).toBe(0)
  }
  expect(await readFile(join(elsewhere, 'output/site/about/index.html'), 'utf8')).toContain('About')
  await service.close()
  await rm(elsewhere, { recursive: true })
})

// The other mistakes in blocks are refused in the same way. Their messages are tested beside the code that finds them.
const mistakes: [string, () => Promise<void>, string][] = [
  [
    'a component that does not compile',
    () => edit(own.component, 'return (', 'return ('.repeat(2)),
    '"blocks/pull-quote/pull-quote.tsx" cannot be compiled: ',
  ],
  [
    'a schema of another type',
    () => edit(own.schema, "'pull_quote'", "'quote'"),
    '"blocks/pull-quote/schema.ts" defines a block of the type "quote", but its folder is for the type "pull_quote".',
  ],
  [
    'a schema that fails',
    () => edit(own.schema, 'ownBlockSchema(', 'otherSchema('),
    'otherSchema is not defined\nThe error is in "blocks/pull-quote/schema.ts", line 5.',
  ],
  [
    'a field that holds something else in built-in blocks',
    () => edit(own.schema, 'author:', 'title:'),
    '"blocks/pull-quote/schema.ts", line 7: the field "title" holds "words" here, but "heading" in another block.',
  ],
  [
    'a text that does not exist',
    () => put('texts/en.json', '{\n  "error": {\n    "notfound": "x"\n  }\n}'),
    '"texts/en.json", line 3: there is no text "error.notfound".',
  ],
  [
    'settings with an unknown field',
    () => edit('site.config.ts', 'links:', 'lnks: 1,\n  links:'),
    'lnks: there is no such field; did you mean "links"? (line 5)',
  ],
  ['no content and no service', () => rm(join(folder, 'content'), { recursive: true }), 'No content service is set.'],
]
it.each(isSoak ? mistakes : mistakes.slice(0, 2))(
  'A site with %s is refused with the place, and nothing is built',
  async (_name, mistake, reported) => {
    const kept = `${folder}-kept`
    const parts = ['blocks', 'texts', 'content', 'site.config.ts']
    for (const part of parts) await cp(join(folder, part), join(kept, part), { recursive: true })
    await mistake()
    const { code, stderr } = await site('build')
    expect(stderr).toContain(reported)
    expect(stderr).not.toContain('Published')
    expect(code).toBe(2)
    for (const part of parts) await rm(join(folder, part), { recursive: true, force: true })
    await cp(kept, folder, { recursive: true })
    await rm(kept, { recursive: true })
  },
)
