import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Question } from '#preview/messages.ts'
import { type Renderers, startRenderers } from '#preview/server/renderers.ts'
import { type Preview, startPreview } from '#preview/server/start-preview.ts'
import { node, page } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { isSoak } from '#tests/is-soak.ts'

let site: OwnSite
let unedited: OwnSite
let service: FixtureService
let renderers: Renderers
let preview: Preview
const troubles: string[] = []
const secret = 'token-of-the-environment'

const schema = (type: string): string => `import * as z from 'zod'
import { headingSchema, optionalWords } from 'site/content/field-schemas.ts'
import { ownBlockSchema } from 'site/content/own-block.ts'
export const schema = ownBlockSchema('${type}', { words: headingSchema, size: optionalWords, since: z.coerce.date() })
`
const component = (line: string): string => `export function Note({ block }) {
  ${line}
  return <p className="note" title={process.env.SITE_API_TOKEN}>{block.words} <b>{block.size}</b> {block.since.getUTCFullYear()}</p>
}
`

const note = { id: 9, type: 'note', words: 'Sesame', size: 'Extra large', since: '2026-05-06' }
const text = { id: 10, type: 'text', headline: 'The tag <b>', html: '<p>The tag</p>' }
const content = {
  nodes: [node('/', 1, { nodeType: 'root' })],
  pages: { 1: page(1, 'Home', { blocks: [note, text] }) },
}

// A site with an own block, whose files the tests change, and one that nobody changes.
beforeAll(async () => {
  unedited = openOwnSite()
  unedited.write('texts/en.json', '{"header":{"skip":"Over there"}}')
  vi.stubEnv('SITE_API_TOKEN', secret)
  site = openOwnSite()
  site.write('blocks/note/schema.ts', schema('note'))
  site.write('blocks/note/note.tsx', component(''))
  mkdirSync(site.at('texts'))
  service = await startFixtureService({ locales: { en: content, de: content } })
  const { cache, config } = site.options
  renderers = startRenderers({ cache, config })
  const job = { config, cache, api: service.api, images: 'off' } as const
  preview = await startPreview({ job, port: 0, renderers, onTrouble: (message) => void troubles.push(message) })
  expect(await textOf('/')).toContain('Sesame')
})
afterAll(async () => {
  await preview.close()
  await service.close()
  site.remove()
  unedited.remove()
  vi.unstubAllEnvs()
})

const textOf = async (path: string): Promise<string> => (await fetch(`${preview.origin}${path}`)).text()

it('hides the token in the environment from the code of a site', async () => {
  expect(await textOf('/')).not.toContain(secret)
})

it('recognises fields of a block with any name, even beside a date made by the schema, and which of them are rich text', async () => {
  const target = { nodeType: 'root', id: '1', locale: 'en' }
  const reported = async (question: Question) => JSON.parse(Buffer.from((await preview.ask(question)).body).toString())
  const size = { record: 'en/pages/1', path: 'blocks[0].size', value: 'Extra large' }
  const { reads } = await reported({ kind: 'panel', target })
  expect(reads).toContainEqual(size)
  expect(reads).toContainEqual({ record: 'en/pages/1', path: 'blocks[1].headline', value: text.headline })
  expect(reads).toContainEqual({ record: 'en/pages/1', path: 'blocks[1].html', value: text.html, isHtml: true })
  expect((await reported({ kind: 'marks', path: '/', target })).fields.flat()).toContainEqual(size)
})

it('names the line of a component that throws', async () => {
  site.write('blocks/note/note.tsx', component("if (block.words === 'Sesame') throw new Error('boom')"))
  const reported = /boom.*The error is in &quot;[^&]*blocks\/note\/note\.tsx&quot;, line 2\./
  await expect.poll(() => textOf('/')).toMatch(reported)
  const question: Question = { kind: 'panel', target: { nodeType: 'root', id: '1', locale: 'en' } }
  const { body } = await preview.ask(question)
  expect(Buffer.from(body).toString()).toMatch(/boom","The error is in .*note\.tsx\\", line 2\."/)
  site.write('blocks/note/note.tsx', component(''))
  await expect.poll(() => textOf('/')).toContain('Sesame')
})

it('shows fixed code after a component that never ended', async () => {
  const named = (id: string, line = ''): string => component(line).replace('<p', `<p id="${id}"`)
  site.write('blocks/note/note.tsx', named('endless', "while (block.words === 'Round') {}"))
  await expect.poll(() => textOf('/')).toContain('id="endless"')
  content.pages[1].blocks = [{ ...note, words: 'Round' }]
  const shown = textOf('/')
  site.write('blocks/note/note.tsx', named('mended'))
  expect(await shown).toMatch(/id="mended".*Round/)
  content.pages[1].blocks = [note]
  site.write('blocks/note/note.tsx', component(''))
  await expect.poll(() => textOf('/')).toMatch(/class="note".*Sesame/)
})

it.each([
  [
    'schema.ts',
    schema('notes'),
    '"blocks/note/schema.ts" defines a block of the type "notes", but its folder is for the type "note". Write ownBlockSchema(\'note\', …), or rename the folder.',
  ],
  ['schema.ts', 'const all = undefined\nexport const schema = all.some', 'schema.ts", line 2.'],
  [
    'note.tsx',
    component('').replace('export', 'const wide = window.innerWidth\nexport'),
    'note.tsx", line 1. Fix it there.',
  ],
  ['note.tsx', 'export function Note( {}}', '"blocks/note/note.tsx" cannot be compiled: '],
])('reports mistakes in the %s of a block', async (file, text, reported) => {
  const path = `blocks/note/${file}`
  const before = readFileSync(site.at(path), 'utf8')
  site.write(path, text)
  await expect.poll(() => troubles.at(-1)).toContain(reported)
  expect(troubles.at(-1)).toContain('The change cannot be shown: ')
  expect(await textOf('/')).toContain('Sesame')
  site.write(path, before)
})

it('reports mistakes in styles among the checks of a page', async () => {
  const question: Question = { kind: 'panel', target: { nodeType: 'root', id: '1', locale: 'en' } }
  const checks = async () => Buffer.from((await preview.ask(question)).body).toString()
  site.write('blocks/note/note.css', '@layer blocks {\n  .note { displai: grid; }\n}\n')
  await expect.poll(checks).toMatch(/blocks\/note\/note\.css\\", line 2, column 11: [^,]*displai/)
  site.write('blocks/note/note.css', '@layer blocks {\n  .note { display: grid; }\n}\n')
  await expect.poll(checks).not.toContain('displai')
})

it('reports mistakes in the settings in the words of a build', async () => {
  const path = 'site.config.js'
  const before = readFileSync(site.at(path), 'utf8')
  site.write(path, `${before} }`)
  await expect
    .poll(() => troubles.at(-1))
    .toMatch(
      /^The change cannot be shown: The settings in ".*site\.config\.js" cannot be read: .*, at line \d+, column \d+\. Correct that line/,
    )
  renameSync(site.at(path), site.at('off.js'))
  await expect
    .poll(() => troubles.at(-1))
    .toMatch(/^The change cannot be shown: There are no settings at ".*site\.config\.js"\./)
  expect(await textOf('/')).toContain('Sesame')
  site.write(path, before)
})

const refusedTexts: [string, RegExp][] = [
  ['{"header":{"skpi":"x"}}', /en\.json", line 1: there is no text "header\.skpi"\. Did you mean "header\.skip"/],
  [
    '{\n"header":{\n"skip":7}}',
    /en\.json", line 3: "header\.skip" is 7, but a text or an object of texts is expected\./,
  ],
  ['{"header":{"skip":"{{who}}"}}', /the text "header\.skip" contains "{{who}}", .* It gets no values\./],
  ['{\n  "header": }', /en\.json" is not valid JSON: .*, at line 2, column 13\. Correct it there/],
]
it.each(isSoak ? refusedTexts : refusedTexts.slice(0, 2))(
  'refuses texts that would stop a build: %s',
  async (text, reported) => {
    site.write('texts/en.json', text)
    await expect.poll(() => troubles.at(-1)).toMatch(reported)
    expect(troubles.at(-1)).toContain('The change cannot be shown: "')
    expect(await textOf('/')).toContain('Skip to content')
  },
)

it('shows texts once they are fixed', async () => {
  site.write('texts/en.json', '{"header":{"skip":"Over there"}}')
  await expect.poll(() => textOf('/')).toContain('Over there')
})

it.runIf(isSoak)('says so when code never ends while it is loaded', async () => {
  const before = readFileSync(site.at('site.config.js'), 'utf8')
  site.write('site.config.js', `await new Promise(() => {})\n${before}`)
  await expect.poll(() => troubles.at(-1)).toMatch(/^The change is not shown yet, .* endless loop, correct it\.$/)
  site.write('site.config.js', before.replace('Heron', 'Egret'))
  await expect.poll(() => textOf('/')).toContain('Egret')
  site.write('site.config.js', before)
})

it.runIf(isSoak)('says so when code ends the process that runs it', async () => {
  site.write('blocks/note/note.tsx', component("if (block.words === 'Sesame') process.exit(3)"))
  await expect
    .poll(() => textOf('/'))
    .toMatch(
      /The renderer of the preview has ended with exit code 3\. Remove calls of "process\.exit" from the code .* Then load the page again\./,
    )
  expect(troubles.at(-1)).toMatch(/^The renderer of the preview has ended with exit code 3\. It is restarted/)
  site.write('blocks/note/note.tsx', component(''))
  await expect.poll(() => textOf('/')).toContain('Sesame')
})

it.runIf(isSoak)('reports no problem when new code replaces styles that are still waiting for the site', async () => {
  const slow = await startFixtureService({
    locales: { en: content, de: content },
    intercept: ({ url = '' }) => url.startsWith('/api/pages/1?locale=de'), // is never answered
  })
  const { cache, config } = site.options
  const others = startRenderers({ cache, config })
  others.open({ config, cache, api: slow.api, images: 'off' })
  await others.ready
  const styles = others.applyChange({ hasNewCode: false, needsNewContent: false })
  const code = others.applyChange({ hasNewCode: true, needsNewContent: false })
  expect(await Promise.all([styles, code])).toEqual([false, true])
  await others.stop()
  await slow.close()
})

it.runIf(isSoak && process.platform === 'linux')(
  'continues with another renderer after one was killed, and shows changes',
  async () => {
    const { cache, config } = unedited.options
    const options = ['--port', '0', '--images', 'off', '--api', service.api, '--config', config, '--cache', cache]
    // in this process every file of the site would count as edited, because it is younger than the process
    const command = spawn(process.execPath, ['cli/site.js', 'preview', ...options])
    onTestFinished(() => void command.kill())
    let said = ''
    command.stderr.on('data', (words) => {
      said += words
    })
    await expect.poll(() => said).toContain('The preview is at ')
    const [, origin = ''] = /The preview is at (http:\/\/[^/]+)/.exec(said) ?? []
    const answer = async () => (await fetch(`${origin}/`)).text()
    const shown = await answer()
    expect(shown).toContain('Over there')
    const { body } = await fetch(`${origin}/admin/events`)
    const events = body?.pipeThrough(new TextDecoderStream()).getReader()
    await events?.read()
    const first = rendererOf(cache)
    process.kill(first, 'SIGKILL')
    expect((await events?.read())?.value).toContain('"what":"code"')
    expect(await answer()).toBe(shown)
    const second = rendererOf(cache)
    expect(second).not.toBe(first)
    process.kill(second, 'SIGKILL') // no second restart within a minute
    await expect.poll(() => said.match(/^The renderer of the preview was killed; .* restarted/gm)).toHaveLength(2)
    expect(said).not.toContain('The change ')
    expect(await answer()).toMatch(/The renderer of the preview has ended\. Load the page again/)
    await events?.cancel()
  },
)

/** The process that renders with this cache. Throws without one: a signal to the process 0 would end the test run. */
function rendererOf(cache: string): number {
  const [pid] = renderersOf(cache)
  if (pid === undefined) throw new Error(`No process renders with "${cache}".`)
  return pid
}

/** The processes that render with this cache. */
function renderersOf(cache: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return command.includes('preview-renderer') && command.includes(cache) ? [Number(name)] : []
    } catch {
      return [] // it has ended meanwhile, or is not a process
    }
  })
}
