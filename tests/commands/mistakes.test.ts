import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { openProject, type Project } from './project.ts'
import { smallContent } from './small-content.ts'

let project: Project

beforeAll(async () => {
  project = await openProject(smallContent())
})
afterAll(() => project.close())

const mistakes: [file: string, edit: (text: string) => string, reported: RegExp][] = [
  [
    'locales/pl.json',
    (text) => text.replace('\n', '\n  "odd": x,\n'),
    /"locales\/pl\.json" is not valid JSON: .*, at line 2, column 10\./,
  ],
  [
    'locales/en.json',
    (text) => text.slice(0, -20),
    /"locales\/en\.json" is not valid JSON: .*, at line \d+, column \d+\./,
  ],
  [
    'locales/en.json',
    (text) => text.replace('{', '{ "area": { "odd": 5 },'),
    /"locales\/en\.json", line 1: "area\.odd" is 5/,
  ],
  ['locales/en.json', () => '[]', /"locales\/en\.json", line 1: the whole file is \[\]/],
  ['redirects.json', () => '{ "redirects": [ }', /"redirects\.json" is not valid JSON: .*, at line 1, column 18\./],
  [
    'site.config.ts',
    (text) => text.replace('families:', 'families::'),
    /"site\.config\.ts" cannot be read: .*, at line 3, column \d+\./,
  ],
  [
    'site.config.ts',
    (text) => text.replace('keepAssets: 0', 'keepAssets: nothing.at.all'),
    /fail at line 5\.\n {2}because: nothing is not defined/,
  ],
]

it.each(isSoak ? mistakes : mistakes.filter((_, at) => at % 2 === 0))(
  'A mistake in %s is reported with its place before anything is read',
  async (file, edit, reported) => {
    const text = await project.read(file)
    await project.write(file, edit(text))
    const asked = project.service.requests.length
    const { code, stderr } = await project.site('build', '--no-ledger')
    await project.write(file, text)
    expect(stderr).toMatch(reported)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(code).toBe(2)
    expect(project.service.requests.length).toBe(asked)
  },
)

it('A style sheet that names a missing file is reported like other mistakes, however slow the service is', async () => {
  const css = await project.read('blocks/faq/faq.css')
  await project.write('blocks/faq/faq.css', `${css}.x { background: url(./nope.png) }\n`)
  project.content.intercept = async ({ url }) => {
    if (url?.includes('sitemap_nodes')) await sleep(2000) // long enough to bundle meanwhile
    return false
  }
  const { code, stderr } = await project.site('build', '--no-ledger')
  delete project.content.intercept
  await project.write('blocks/faq/faq.css', css)
  expect(stderr).toContain('Styles and scripts cannot be bundled')
  expect(stderr).toContain('nope.png')
  expect(stderr).not.toContain('run the command again') // with --watch it starts by itself
  expect(code).toBe(2)
})

it('A port that is taken is reported once, without a stack trace', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await runSite(['content', '--port', String(port), '--cache', join(project.root, 'kept')])
  server.close()
  expect(stderr).toContain(`Port ${port} cannot be used.`)
  expect(stderr.match(/another process listens there/g)).toHaveLength(1)
  expect(stderr).not.toMatch(/EADDRINUSE|^\s+at /m)
  expect(code).toBe(2)
})

it('A preview whose pictures cannot be drawn says so, as when their package is of another system', async () => {
  const args = ['preview', '1', '--api', project.service.api, '--cache', join(project.root, 'preview')]
  const env = { NODE_OPTIONS: '--no-addons' }
  const { code, stderr } = await runSite([...args, '--export', join(project.root, 'draft')], { env })
  expect(stderr).toMatch(
    /^Error: The preview cannot continue: the package "sharp" .*\nInstall the packages again .*\n$/,
  )
  expect(code).toBe(1)
})

it('A preview of a page that the service does not have reports that', async () => {
  const args = ['preview', 'nosuchid', '--port', '0', '--locale', 'pl', '--cache', join(project.root, 'preview')]
  const child = spawn(process.execPath, [resolve('cli/site.js'), ...args, '--api', project.service.api])
  let said = ''
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    said += chunk
    if (said.includes('nosuchid (pl)')) child.kill('SIGINT')
  }
  expect(said).toContain('The preview is at ')
  expect(said).toContain('There is no page "nosuchid" of the type "article" in "pl": ')
})
