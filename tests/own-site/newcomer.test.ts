import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { type InstalledTool, installTool, textsIn } from './install-tool.ts'

// `INSTALLS=npm,npm:22` installs with npm from the registry, with the tool's own Node and with Node 22.
const installs = (process.env.INSTALLS ?? 'unpacked').split(',').map((text) => {
  const [kind = '', node] = text.split(':')
  return { name: text, byNpm: kind === 'npm', ...(node !== undefined && { node }) }
})

let tool: InstalledTool
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await tool?.remove()
})

type Run = { code: number | null; output: string }

/** Starts a command like `npx`, which cannot be used because it does not pass on signals. */
function start(command: string, args: string[]): ChildProcess {
  const { SITE_API: _, ...env } = process.env
  const path = `${join(tool.folder, 'node_modules/.bin')}:${process.env.PATH}`
  const child = spawn(command, args, { cwd: tool.folder, env: { ...env, PATH: path, NO_COLOR: '1', CI: 'true' } })
  running.push(child)
  return child
}

async function ended(child: ChildProcess): Promise<Run> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

describe.each(installs)('the tool, installed as $name,', (install) => {
  const site = (...args: string[]): [string, string[]] =>
    install.byNpm ? ['site', args] : [process.execPath, ['node_modules/site/cli/site.js', ...args]]
  const run = (...args: string[]): Promise<Run> => ended(start(...site(...args)))

  it('takes a newcomer from the tarball to their own site', async () => {
    tool = await installTool(install)
    const at = (path: string): string => join(tool.folder, path)
    if (install.node) {
      const { output } = await ended(start('node', ['--version']))
      expect(output).toContain(`v${install.node}.`)
    }

    const outside = start(...site('content', '--port', '0'))
    const said = await once(outside.stderr as Readable, 'data')
    expect(String(said)).toContain('There are no settings at "site.config.ts".')

    const made = await run('init', '.', '--yes', '--locales', 'en,de')
    expect(made.output).toContain('npx site preview\n')
    expect(made.code).toBe(0)
    const written = [...(await textsIn(tool.folder)).values()].join('\n')
    expect(written).not.toMatch(/trasanova|fleet|poziomica/i)

    const built = await run('build')
    expect(built.output).toMatch(/Published to output\/site in .*, 0 warnings\./)
    const exported = await textsIn(at('output/site'))
    expect(exported.get(at('output/site/index.html'))).toMatch(/<img class="logo__icon" src="\/icon\.svg".*Welcome/s)
    expect(exported.get(at('output/site/de/index.html'))).toContain('Willkommen')
    expect(
      [...exported]
        .filter(([path, text]) =>
          (path.endsWith('.js') ? /trasanova|poziomica/i : /trasanova|poziomica|fleet|flott|vehicle|fahrzeug/i).test(
            text,
          ),
        )
        .map(([path]) => path),
    ).toEqual([])

    const preview = start(...site('preview', '--port', '0'))
    const origin = await originIn(preview)
    const seen = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text()
    expect(await seen('/about')).toContain('Say here who you are')
    const about = at('content/en/pages/about.yaml')
    await writeFile(about, (await readFile(about, 'utf8')).replace('Say here who you are', 'We keep herons'))
    await expect.poll(() => seen('/about')).toContain('We keep herons')

    expect((await run('new', 'block', 'pull-quote')).code).toBe(0)
    const demo = await readFile(at('blocks/pull-quote/demo.yaml'), 'utf8')
    await appendFile(about, demo.replaceAll(/^(?=[- ])/gm, '  '))
    await expect.poll(() => seen('/about')).toContain('class="pull-quote__words"')
    preview.kill('SIGINT')
    await once(preview, 'close')

    const tested = await ended(start('npm', ['test']))
    expect(tested.output).toMatch(/pass 3/)
    expect(tested.code).toBe(0)

    const again = await run('build')
    expect(again.output).toContain('0 warnings')
    const served = start(...site('serve', '--port', '0'))
    const page = await (await fetch(`${await originIn(served)}/about`)).text()
    expect(page).toContain('We keep herons')
    expect(page).toContain('class="pull-quote__author">Robin Example')
    const [, sheet = ''] = /href="(\/assets\/site-[^"]+\.css)"/.exec(page) ?? []
    const css = await readFile(at(`output/site${sheet}`), 'utf8')
    expect(css.includes('.pull-quote__words')).toBe(true)
    expect(css.lastIndexOf('--amber: #e8b04b')).toBeGreaterThan(css.indexOf('--amber: #ffb224'))
    served.kill('SIGINT')
    await once(served, 'close')
  })

  it('keeps compiled code in the site when its own folder is read-only', async () => {
    await writeFile(join(tool.folder, 'node_modules/site/.site'), 'a file where a folder belongs').catch(() => {})
    const { code, output } = await run('redirects')
    expect(output).toContain('0 entries')
    expect(code).toBe(0)
    expect(await readdir(join(tool.folder, '.site/program'))).toContain('record.json')
  })
})

/** The address of what was started. The preview may first name that of the content, if reading it takes long. */
async function originIn(child: ChildProcess): Promise<string> {
  const isAt = /is (?:served )?at (http:\/\/127\.0\.0\.1:\d+)/
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  await expect.poll(() => said).toMatch(isAt)
  const [, origin = ''] = isAt.exec(said) ?? []
  return origin
}
