import { existsSync, readdirSync, readFileSync, watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProject, type Project, type Running } from '#tests/commands/project.ts'
import { change, smallContent } from '#tests/commands/small-content.ts'
import { differences, type ExportFiles, readExport } from './compare-exports.ts'
import { watchReleases } from './read-releases.ts'
import { randomFrom } from './sample.ts'

// Runs many commands, one after the other.
vi.setConfig({ testTimeout: 0 })

const rounds = Number(process.env.KILLS ?? 2)
const random = randomFrom(Number(process.env.SEED ?? 7))

/** The content of the service: a mark in the menu of every page, and the text of one page. */
type State = { menu: number; text: number }

let project: Project
const cleans = new Map<string, ExportFiles>()

beforeAll(async () => {
  project = await openProject(smallContent(), { copiesTool: false })
})
afterAll(() => project.close())

function hold({ menu, text }: State): void {
  for (const locale of ['pl', 'en']) {
    change(project.content, locale, (content) => {
      content.menus = content.menus?.map((item) => (item.id === 'about' ? { ...item, name: `Mark ${menu}` } : item))
      const block = { id: 21, type: 'text', html: `<p>Text ${text}.</p>` }
      content.pages = { ...content.pages, 2: { ...content.pages?.[2], blocks: [block] } }
      const { 5: odd, ...pages } = smallContent().locales[locale]?.pages ?? {}
      const without = content.nodes?.filter(({ slug }) => slug !== '/żółć 100%') ?? []
      const oddNode = smallContent().locales[locale]?.nodes?.find(({ slug }) => slug === '/żółć 100%')
      // A page comes and goes with the mark.
      content.nodes = menu === 1 && oddNode ? [...without, oddNode] : without
      content.pages = { ...pages, ...content.pages, ...(odd && { 5: odd }) }
    })
  }
}

const build = ['build', '--no-ledger', '--hosts', 'nginx,caddy', '--out', 'out']

async function cleanOf(state: State): Promise<ExportFiles> {
  const known = cleans.get(JSON.stringify(state))
  if (known) return known
  const { code, stderr } = await project.site(...build, '--out', 'clean', '--cache', 'clean-cache')
  expect(code, stderr).toBe(0)
  const files = await readExport(join(project.root, 'clean'))
  for (const folder of ['clean', 'clean-cache']) await rm(join(project.root, folder), { recursive: true })
  cleans.set(JSON.stringify(state), files)
  return files
}

const commands = {
  build: (swap: string[]) => [...build, '--workers', '2', ...swap],
  render: () => ['render', '/about', '--no-ledger', '--out', 'out'],
  watch: (swap: string[]) => [...build, '--watch', '--poll', '1', ...swap],
}

/** Waits for the time of a kill: a random one, one after files are staged, or one during the commit. */
async function untilTime(running: Running, durationMs: number, round: number): Promise<void> {
  const out = join(project.root, 'out')
  const ended = running.ended.then(() => {})
  const seen = async (pattern: RegExp): Promise<void> => {
    const watcher = watch(out)
    const appeared = new Promise<void>((done) => {
      watcher.on('change', (_, name) => pattern.test(String(name)) && done())
      if (readdirSync(out).some((name) => pattern.test(name))) done()
    })
    await Promise.race([ended, appeared])
    watcher.close()
  }
  if (round % 3 === 0) await Promise.race([ended, wait(random() * durationMs * 1.2)])
  if (round % 3 === 1) {
    await seen(/^\.staging/)
    await Promise.race([ended, wait(random() * durationMs * 0.5)])
  }
  if (round % 3 === 2) {
    await seen(/^\.journal/)
    const turns = Math.floor(random() * 20)
    for (let turned = 0; turned < turns; turned += 1) await turn()
  }
}

/** Kills a process and its children. */
function killAll({ pid, kill }: Running): void {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean) : []
  kill('SIGKILL')
  for (const child of children) process.kill(Number(child), 'SIGKILL')
}

test('After commands that were killed at any time, the next build equals a clean one', async () => {
  const out = join(project.root, 'out')
  const states: State[] = [0, 1].flatMap((menu) => [0, 1].map((text) => ({ menu, text })))
  let state: State = { menu: 0, text: 0 }
  hold(state)
  await project.site(...build)
  await cleanOf(state)
  const from = performance.now()
  await project.site(...build, '--force')
  const durationMs = performance.now() - from
  const names = Object.keys(commands) as (keyof typeof commands)[]
  const killed: Record<string, number> = {}
  let begun = 0
  for (let round = 0; round < rounds; round += 1) {
    const isSwapped = round >= rounds / 2
    const swap = isSwapped ? ['--swap'] : []
    if (isSwapped && round - 1 < rounds / 2) await project.site(...build, ...swap)
    const name = names[Math.floor(round / 3 + round) % 3] ?? 'build'
    // Sometimes a build is killed that switches to the other form of export.
    const other = isSwapped ? [] : ['--swap']
    const given = name === 'build' && round % 10 === 9 ? other : swap
    const reader = isSwapped && given === swap ? watchReleases(out, /Mark (\d)/) : undefined
    const running = name === 'watch' ? project.start(...commands.watch(given)) : undefined
    await running?.says('Checking the service every')
    state = name === 'render' ? { ...state, text: 1 - state.text } : { menu: 1 - state.menu, text: 1 - state.text }
    expect(states).toContainEqual(state)
    hold(state)
    const victim = running ?? project.start(...commands[name](given))
    await untilTime(victim, durationMs, round)
    if (existsSync(join(out, '.journal.json'))) begun += 1
    killAll(victim)
    if ((await victim.ended).code === null) killed[name] = (killed[name] ?? 0) + 1
    const { code, stderr } = await project.site(...build, ...swap)
    expect(code, `round ${round}, ${name}: ${stderr}`).toBe(0)
    expect(stderr, `round ${round}, ${name}`).not.toMatch(/-lost\]|^\s+at /m)
    expect(differences(await readExport(out), await cleanOf(state)), `round ${round}, ${name} ${given}`).toEqual([])
    const left = readdirSync(out).filter((file) => /^\.(?:staging|journal|lock)/.test(file))
    expect(left, `round ${round}, ${name} ${given}`).toEqual([])
    expect(await reader?.stop()).toEqual(reader && [])
  }
  console.info(`${JSON.stringify(killed)} killed, ${begun} of them in a commit.`)
  expect(Object.values(killed).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(rounds / 4)
})
