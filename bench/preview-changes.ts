import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds from a change of a source until open panels receive it, and until the page shows it. */
type ChangeTimes = { name: string; toldAfter: number[]; shownAfter: number[] }

type Edit = { name: string; file: string; from: RegExp; to: (mark: string) => string; isIn: 'page' | 'styles' }

const edits: Edit[] = [
  { name: 'styles', file: 'templates/base.css', from: /^/, to: (mark) => `.${mark} { color: red; }\n`, isIn: 'styles' },
  { name: 'texts', file: 'locales/en.json', from: /"skip": "/, to: (mark) => `"skip": "${mark} `, isIn: 'page' },
  {
    name: 'a component',
    file: 'blocks/_shared/section.tsx',
    from: /className="section__inner/,
    to: (mark) => `className="section__inner ${mark}`,
    isIn: 'page',
  },
  { name: 'settings', file: 'site.config.ts', from: /name: '/, to: (mark) => `name: '${mark} `, isIn: 'page' },
]
const path = '/en/company/about-us'
const panel = 'nodeType=article_with_crumbs&id=31&locale=en'
const notCopied = new Set(['node_modules', 'output', '.git', '.site', 'tests', 'docs'])
/** The time for the work that a preview does after the first page, or the first page of new code. */
const restMs = 4000

/** Changes sources of a copy of the project while its preview runs. */
export async function timeChanges(rounds: number): Promise<ChangeTimes[]> {
  const project = mkdtempSync(join(tmpdir(), 'site-bench-'))
  for (const name of readdirSync('.')) if (!notCopied.has(name)) cpSync(name, join(project, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const args = [join(project, 'cli/site.js'), 'preview', '--port', '0']
  const child = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const origin = await addressOf(child.stderr)
    const told = await listen(`${origin}/admin/events?${panel}`)
    await textAt(`${origin}/admin/api/panel?${panel}`)
    await sleep(restMs)
    const times = edits.map(({ name }): ChangeTimes => ({ name, toldAfter: [], shownAfter: [] }))
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, edit] of edits.entries()) {
        const mark = `bench${round}x${at}`
        const source = join(project, edit.file)
        const event = told()
        const from = performance.now()
        writeFileSync(source, readFileSync(source, 'utf8').replace(edit.from, edit.to(mark)))
        await event
        times[at]?.toldAfter.push(performance.now() - from)
        const page = await textAt(`${origin}${path}`)
        times[at]?.shownAfter.push(performance.now() - from)
        const styles = /href="(\/assets\/site-[^"]+\.css)"/.exec(page)?.[1] ?? ''
        const shown = edit.isIn === 'page' ? page : await textAt(`${origin}${styles}`)
        if (!shown.includes(mark)) throw new Error(`The change of ${edit.file} was reported, but is not shown.`)
        await sleep(restMs)
      }
    }
    return times
  } finally {
    child.kill('SIGINT')
    await new Promise((ended) => child.once('exit', ended))
    rmSync(project, { recursive: true, force: true })
  }
}

async function textAt(address: string): Promise<string> {
  return (await fetch(address)).text()
}

function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let told = ''
  return new Promise((found, failed) => {
    stderr.on('data', (chunk) => {
      told += chunk
      const origin = /The preview is at (http:\/\/[^/]+)/.exec(told)?.[1]
      if (origin) found(origin)
    })
    stderr.on('end', () => failed(new Error(`The preview has ended: ${told}`)))
  })
}

/** Listens for changes of sources as a panel does. Each call waits for the next change. */
async function listen(address: string): Promise<() => Promise<void>> {
  const { body } = await fetch(address)
  let wake = (): void => {}
  const hear = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) if (/"what":"(code|trouble)"/.test(decoder.decode(chunk))) wake()
  }
  hear().catch(() => {}) // the preview has ended
  return () =>
    new Promise((heard) => {
      wake = heard
    })
}
