import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { UsageError } from '#content/finding.ts'
import { failedBundle, styleProblems } from './bundle-problems.ts'

const toolRoot = mkdtempSync(join(tmpdir(), 'site-slips-'))
const tokens = relative(process.cwd(), join(toolRoot, 'site/tokens.css'))
mkdirSync(join(toolRoot, 'site'))
mkdirSync(join(toolRoot, 'templates'))
writeFileSync(join(toolRoot, 'templates/tokens.css'), ':root { --ink: #000; }')
afterAll(() => rmSync(toolRoot, { recursive: true }))

function bundleTokens(text: string) {
  writeFileSync(join(toolRoot, 'site/tokens.css'), text)
  const entryPoints = ['site/tokens.css']
  return build({ absWorkingDir: toolRoot, entryPoints, bundle: true, metafile: true, write: false, logLevel: 'silent' })
}

async function problemsOf(text: string): Promise<string[]> {
  const { warnings, metafile, outputFiles } = await bundleTokens(text)
  const css = outputFiles[0]?.text ?? ''
  return styleProblems({ toolRoot, sheets: [{ file: 'site/tokens.css' }], warnings, metafile, css })
}

it('accepts existing tokens, and new ones that styles use', async () => {
  expect(await problemsOf('@property --turn { syntax: "*"; inherits: false }\nbody { rotate: var(--turn) }')).toEqual(
    [],
  )
  expect(
    await problemsOf(':root {\n  --ink: red;\n  --own: 1px;\n}\nbody { margin: var(--own) var(--none, 0) }'),
  ).toEqual([])
})

it.each([
  ['body { color: var( --inc ); }', `"${tokens}", line 1: nothing sets the token "--inc".`],
  [':root { --ink: #111; --inc: red }', `"${tokens}", line 1: no style uses the token "--inc".`],
  [':root {\n  --inc: red;\n}', `"${tokens}", line 2: no style uses the token "--inc".`],
  ['body {\n  color: var(--inc);\n}', `"${tokens}", line 2: nothing sets the token "--inc".`],
  ['body {\n  colr: red;\n}', `"${tokens}", line 2, column 3: "colr" is not a known CSS property.`],
  ['body {\n  color red;\n}', `"${tokens}", line 2, column 8: Expected ":".`],
  ['@import "https://elsewhere.example/a.css";', `"${tokens}" loads "https://elsewhere.example/a.css", but pages`],
  ['body { cursor: url(//elsewhere.example/a.png) }', `"${tokens}" loads "//elsewhere.example/a.png", but pages`],
])('names the place of %j', async (text, mistake) => {
  expect(await problemsOf(text)).toEqual([expect.stringContaining(mistake)])
})

it('reports that esbuild was killed', () => {
  const script = `
    import { execFileSync } from 'node:child_process'
    import { build } from 'esbuild'
    import { failedBundle } from '#publish/bundle/bundle-problems.ts'
    const end = ({ onLoad }) => onLoad({ filter: /./ }, () => {
      process.kill(Number(execFileSync('pgrep', ['-P', process.pid, 'esbuild'])), 'SIGKILL')
    })
    const plugins = [{ name: 'end', setup: end }]
    await build({ entryPoints: ['publish/bundle/bundle.ts'], plugins, write: false }).catch((error) => {
      console.log(failedBundle(error, '.').finding?.message ?? error.message)
    })`
  const args = ['--input-type=module', '-e', script] // tsx would start its own esbuild
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toBe(
    'esbuild, which bundles styles and scripts, was killed: memory may have run out, or no more threads may be started.\n',
  )
})

it('names the place of an error in the bundle, and passes on other errors', async () => {
  const failure = await bundleTokens('body {\n  background: url(none.png);\n}').catch((error) => error)
  const reported = failedBundle(failure, toolRoot)
  expect(reported).toBeInstanceOf(UsageError)
  expect(String(reported)).toContain(`"${tokens}", line 2, column 15: Could not resolve "none.png".`)
  const other = new Error('x')
  expect(failedBundle(other, toolRoot)).toBe(other)
})
