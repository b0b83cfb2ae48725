import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PanelData } from '#preview/panel-data.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { launchBrowser, still } from './browser.ts'
import { openPage } from './site.ts'

/** A new site whose own block is on a page, a post and a hidden page. No built-in block has its fields. */
let folder: string
let browser: Browser
const running: ChildProcess[] = []
const put = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')

/** Starts a command that keeps running, and returns its address. */
async function start(...args: string[]): Promise<string> {
  const { SITE_API: _, SITE_API_TOKEN: __, ...env } = process.env
  const child = spawn(process.execPath, [resolve('cli/site.js'), ...args, '--port', '0'], { cwd: folder, env })
  running.push(child)
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  await expect.poll(() => said).toMatch(/ at http:\/\/127\.0\.0\.1:\d+/)
  return / at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1] ?? ''
}

const block = (alt: string, url = '/media/heron.png'): string => `  - id: 7
    type: chronicle
    motto: Sesame
    epilogue: Afterwards
    body: <h2>Prologue</h2><p onclick="x()">Rosebud <a href="/about">about</a></p>
    frontispiece: {url: ${url}, alt: ${alt}}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-block-'))
  expect(await runSite(['init', folder, '--yes', '--name', 'Blue Heron'])).toMatchObject({ code: 0 })
  await put(
    'blocks/chronicle/schema.ts',
    `import { headingSchema, htmlSchema, imageFor, optional, optionalWords } from 'site/content/field-schemas.ts'
import { ownBlockSchema } from 'site/content/own-block.ts'
export const schema = ownBlockSchema('chronicle', {
  motto: headingSchema, epilogue: optionalWords, body: htmlSchema, frontispiece: optional(imageFor('tile')),
}).meta({ shows: { list: 'posts' } })
`,
  )
  await put(
    'blocks/chronicle/chronicle.tsx',
    `import type { OwnBlockProps } from 'site/blocks/_shared/own-block-props.ts'
import { Picture } from 'site/blocks/_shared/picture.tsx'
import { RichText } from 'site/blocks/_shared/rich-text.tsx'
import { Section } from 'site/blocks/_shared/section.tsx'
import type { schema } from './schema.ts'
export function Chronicle({ block, reader }: OwnBlockProps<typeof schema>) {
  const posts = reader.posts()
  return (
    <Section id="chronicle" headline={block.motto}>
      <RichText html={block.body} below="h2" reader={reader} />
      <Picture picture={reader.picture(block.frontispiece, 'tile')} sizes="10rem" />
      <p className="epilogue">{block.epilogue}</p>
      <p className="by">{reader.text('own.chronicle.by', { who: 'Ann' })}</p>
      <p className="count">{reader.text('own.chronicle.posts', { count: posts.length })}</p>
      <ul>{posts.map(({ id, title }) => <li key={id}>{title}</li>)}</ul>
    </Section>
  )
}
`,
  )
  const words = { by: 'Told by {{ who }}', posts_one: '{{count}} tale', posts_other: '{{count}} tales' }
  await put('texts/en.json', JSON.stringify({ own: { chronicle: words } }))
  await appendFile(
    join(folder, 'content/en/nodes.yaml'),
    `- {nodeType: login, action: index, slug: /login, nodeReference: 80}
- {nodeType: pattern, action: show, slug: '/zone/:slug', nodeReference: hidden_pages}
- {nodeType: pattern, action: index, slug: /news, nodeReference: 90}
- {nodeType: pattern, action: show, slug: '/news/:slug', nodeReference: posts}
`,
  )
  await put('content/en/pages/login.yaml', 'id: 80\ntitle: Log in\nlayout: login\nblocks: []\n')
  await put('content/en/pages/news.yaml', 'id: 90\ntitle: News\nlayout: blog\nblocks: [{id: 1, type: blog_list}]\n')
  await put(
    'content/en/posts/nest.yaml',
    `id: 5\nslug: nest\ntitle: A nest\nlead: It is high\npublicationDate: "2026-10-28"\nblocks:\n${block('A nest')}`,
  )
  await put(
    'content/en/hidden-pages/eggs.yaml',
    `id: 6\nslug: eggs\ntitle: Eggs\nblocks:\n${block('Two eggs', '/icon.svg')}`,
  )
  await appendFile(join(folder, 'content/en/pages/about.yaml'), block('""'))
  await mkdir(join(folder, 'media'))
  await cp('demo/media/device-tracker.png', join(folder, 'media/heron.png'))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const child of running) {
    child.kill('SIGINT')
    await once(child, 'close')
  }
  await rm(folder, { recursive: true, force: true })
})

it('An own block is built, found by search, in the feed, and shown to visitors who logged in', async () => {
  const { code, stderr } = await runSite(['build'], { cwd: folder })
  expect(stderr).toMatch(/Published to .*, 0 warnings/)
  expect(code).toBe(0)
  for (const file of ['about/index.html', 'news/nest/index.html']) {
    const html = await read(`output/site/${file}`)
    expect(html).toMatch(/<h2[^>]*>Sesame<.*<h3>Prologue<\/h3><p>Rosebud <a href="\/about">.*<img src="\/[^"]+\.png"/s)
    expect(html).toMatch(/Told by Ann<.*1 tale<.*<li>A nest</s)
  }
  expect(await read('output/site/feed.xml')).toMatch(/<title>A nest<.*It is high/s)

  const origin = await start('serve')
  const search = async (phrase: string): Promise<string> =>
    (await fetch(`${origin}/api/search?locale=en&phrase=${phrase}`)).text()
  for (const word of ['sesame', 'prologue', 'rosebud', 'afterwards']) expect(await search(word)).toContain('"A nest"')

  const { page, complaints } = await openPage(browser, still)
  await page.goto(`${origin}/about`)
  await page.evaluate(() => localStorage.setItem('shop-token', 'demo-token'))
  await page.goto(`${origin}/zone/eggs`)
  const shown = page.locator('#chronicle')
  await expect.poll(() => shown.locator('h2').allInnerTexts()).toEqual(['Sesame'])
  expect(await shown.locator('h3').allInnerTexts()).toEqual(['Prologue'])
  expect(await shown.locator('.epilogue, .by, .count, li').allInnerTexts()).toEqual(
    expect.arrayContaining(['Afterwards', 'Told by Ann', '1 tale', 'A nest']),
  )
  const picture = shown.getByRole('img', { name: 'Two eggs' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})

it.runIf(isSoak)('An own block is shown and checked in the preview', async () => {
  const origin = await start('preview', '--images', 'off')
  expect(await (await fetch(`${origin}/about`)).text()).toMatch(/<h3>Prologue<.*Told by Ann<.*1 tale</s)
  const answer = await fetch(`${origin}/admin/api/panel?nodeType=article&id=2&locale=en`)
  const { remarks } = (await answer.json()) as PanelData
  expect(remarks.map(({ code, path }) => `${code} ${path}`)).toContain('alt-missing blocks[1].frontispiece')
})
