import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sendJson } from '#tests/fixtures/content-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { openProject, type Project, type Running } from './project.ts'
import { retitle, smallContent } from './small-content.ts'

let project: Project
let running: Running | undefined

beforeAll(async () => {
  project = await openProject(smallContent())
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await running?.ended
  running = undefined
})
afterAll(() => project.close())

const published = (file: string) => project.read(`output/site/${file}`)

/** Resolves when the sitemap nodes are requested for the third time. The poll before has then read everything. */
function wholeLook(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let looks = 0
  project.content.intercept = ({ url }) => {
    if (url?.includes('sitemap_nodes?locale=pl')) looks += 1
    if (looks === 3) resolve()
    return false
  }
  return promise.finally(() => delete project.content.intercept)
}

async function interrupt({ kill, ended }: Running): Promise<void> {
  kill('SIGINT')
  expect((await ended).code).toBe(130)
  expect(existsSync(join(project.root, 'output/.lock'))).toBe(false)
}

it('With --poll a change of the content is published automatically, and nothing is printed when there is none', async () => {
  running = project.start('build', '--poll', '1')
  await running.says('Checking the service every 1 s.')
  const before = running.said()
  await wholeLook()
  expect(running.said()).toBe(before)
  retitle(project.content, 'pl', 4, 'Crew')
  await running.says('Published to')
  expect(await published('about/team/index.html')).toContain('<title>Crew')
  await wholeLook()
  expect(await project.read('output/changes.json')).toContain('"about/team/index.html"')
  await interrupt(running)
})

it('A poll that fails is reported once and does not end the command', async () => {
  running = project.start('build', '--poll', '1')
  await running.says('Checking the service every 1 s.')
  let refused = 0
  const often = Promise.withResolvers<void>()
  project.content.intercept = (_, response) => {
    sendJson(response, 500, { code: 500, message: 'broken' })
    refused += 1
    if (refused === 40) often.resolve()
    return true
  }
  await running.says('Not published')
  await often.promise
  const failed = running.said().split('Not published').length - 1
  delete project.content.intercept
  retitle(project.content, 'pl', 4, 'Gang')
  await running.says('Published to')
  expect(failed).toBe(1)
  expect(await published('about/team/index.html')).toContain('<title>Gang')

  const other = { pid: process.pid, host: hostname(), command: 'site render', since: '2026-01-01T00:00:00Z' }
  await project.write('output/.lock', JSON.stringify(other))
  await running.says(`is in use: process ${process.pid} has been running "site render"`)
  await rm(join(project.root, 'output/.lock'))
  retitle(project.content, 'pl', 4, 'Crew')
  await running.says('Published to')
  await interrupt(running)
})

it('With --watch changes of texts, styles and components are published, and a broken one is reported until it is fixed', async () => {
  running = project.start('build', '--watch', '--poll', '3600')
  await running.says('Checking the service')

  await project.edit('locales/en.json', '"Main navigation"', '"All ways"')
  await running.says('Changed: locales/en.json')
  await running.says('Published to')
  expect(await published('en/index.html')).toContain('"All ways"')

  await project.write('templates/tokens.css', `${await project.read('templates/tokens.css')}\n.mutated{color:red}\n`)
  await running.says('Changed: templates/tokens.css')
  await running.says('Published to')

  const component = await project.read('blocks/text/text.tsx')
  await project.write('blocks/text/text.tsx', component.replace('<Section ', '<Section <'))
  await running.says('Changed: blocks/text/text.tsx')
  await running.says('text.tsx:')
  await running.says('The build starts again when a file of the project changes.')
  await project.write('blocks/text/text.tsx', component.replace('className={`text ', 'className={`text is-edited '))
  await running.says('Changed: blocks/text/text.tsx')
  await running.says('Published to')
  expect(await published('about/index.html')).toContain('text is-edited')
  await interrupt(running)
})

it('The build of --watch does not outlive the command', async () => {
  running = project.start('build', '--watch', '--poll', '3600')
  await running.says('Checking the service')
  running.kill('SIGKILL')
  await running.ended // its output is closed only when the build has ended too
  expect(existsSync(join(project.root, 'output/.lock'))).toBe(false)
})

it.runIf(isSoak)('Code that is edited during a build is not mistaken for the code that the build ran', async () => {
  running = project.start('build', '--poll', '1')
  await running.says('Checking the service every 1 s.')
  const component = await project.read('blocks/text/text.tsx')
  await project.write(
    'blocks/text/text.tsx',
    component.replace(/className={`text (is-edited )?/, 'className={`text is-newer '),
  )
  await wholeLook()
  await interrupt(running)
  await project.site('build')
  expect(await published('about/index.html')).toContain('text is-newer')
})

it.runIf(isSoak)('The build of --watch does not outlive the command, even if a component never returns', async () => {
  const loop = `process.getBuiltinModule('node:fs').writeSync(2, 'turning')\n  for (;;);\n`
  await project.edit('blocks/text/text.tsx', '  const isShownWhole', `${loop}  const isShownWhole`)
  running = project.start('build', '--watch', '--workers', '0')
  await running.says('turning')
  running.kill('SIGKILL')
  await running.ended // its output is closed only when the build has ended too
})
