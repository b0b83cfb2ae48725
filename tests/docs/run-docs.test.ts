import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemoService } from '#demo/start-demo-service.ts'
import { startFaultyService } from '#tests/fixtures/faulty-service.ts'
import { type CodeBlock, codeBlocks, readDocFiles } from './doc-files.ts'
import { openShell, type Shell } from './shell.ts'
import { shownPattern, steadyText } from './shown-output.ts'

// `DOCS=whole` also runs slow commands, installs packages from the registry with npm, and encodes pictures.
const isWhole = process.env.DOCS === 'whole'
/** Lines that only run with `DOCS=whole`. */
const slow =
  /^npm run bench|test:unit|^npm run docs$|--cpu-prof|verify --(all|locale)|--advise|--poll|--locale all --force|site (plan|merge)|--plan|all --api/

/** The number of characters of an output that a failure shows. */
const maxShownOutput = 6000

/** Documents that only run with `DOCS=whole`, because other tests run their commands too. */
const slowFiles = [
  ...['commands', 'days', 'deploy', 'incremental', 'locales'],
  ...['preview', 'remote-cache', 'resilience', 'start', 'upgrading'],
].map((name) => `docs/${name}.md`)

/** Documents to follow in the folder of a site, in this order. All others are followed in a checkout of the tool. */
const ofSites = ['start', 'site-of-your-own', 'blocks', 'locales', 'theming', 'days', 'upgrading', 'deploy']
const docs = await readDocFiles()
const blocks = docs.flatMap(codeBlocks)
const commands = blocks.filter(({ language }) => language === 'sh')
const isRun = ({ before }: CodeBlock): boolean => !before.includes('our tests do not run it')
const fileNames = [...new Set(commands.map(({ file }) => file))].sort((a, b) => placeOf(a) - placeOf(b))

/** The README comes first, because it builds the demo and packs the tool. */
function placeOf(file: string): number {
  if (file === 'README.md') return -1
  if (file === 'docs/commands.md') return Number.POSITIVE_INFINITY // its examples are mostly in other documents too
  const index = ofSites.indexOf(file.replace(/^docs\/|\.md$/g, ''))
  return index >= 0 ? index : ofSites.length
}

let outer: string
let shell: Shell
const ran = new Set<string>()
const closing: (() => Promise<unknown>)[] = []
const services = { well: '', ill: '' }

beforeAll(async () => {
  outer = await mkdtemp(join(tmpdir(), 'site-docs-'))
  const aside = ['node_modules', 'output', '.site', '.git'].map((name) => resolve(name))
  await cp('.', join(outer, 'site'), { recursive: true, filter: (path) => !aside.includes(resolve(path)) })
  // With `DOCS=whole`, `npm ci` installs the packages, and would empty the folder behind a link.
  if (!isWhole) await symlink(resolve('node_modules'), join(outer, 'site/node_modules'))
  const where = (name: string): string => execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  const tools = {
    NODE: process.execPath,
    REAL_NPM: where('npm'),
    REAL_NPX: where('npx'),
    PACKAGES: resolve('node_modules'),
  }
  const env = { ...tools, SHIMS: resolve('tests/docs/shims'), WHOLE: isWhole ? '1' : '' }
  shell = openShell(join(outer, 'site'), { env, note: join(outer, 'folder') })
  const demo = await startDemoService({ database: join(outer, 'demo.sqlite') })
  const faulty = await startFaultyService(new URL(demo.api).origin, {
    choose: ({ url = '' }) => (/^\/api\/pages\/2[1-3]\?.*locale=de/.test(url) ? '503' : 'none'),
  })
  Object.assign(services, { well: demo.api, ill: faulty.api })
  closing.push(
    () => faulty.close(),
    () => demo.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
  await rm(outer, { recursive: true, force: true, maxRetries: 5 })
})

it.each(isWhole ? fileNames : fileNames.filter((name) => !slowFiles.includes(name)))(
  '%s: its commands run, and print the output that it shows',
  async (file) => {
    // Each of these documents starts without the folder that others made.
    const own = { 'docs/start.md': 'heron', 'docs/blocks.md': 'heron/blocks' }[file]
    if (own !== undefined) await rm(join(outer, own), { recursive: true, force: true })
    const isOfSite = file.startsWith('docs/') && placeOf(file) < ofSites.length
    shell.cd(join(outer, file === 'docs/start.md' ? '' : isOfSite ? 'heron' : 'site'))
    for (const block of commands.filter((one) => one.file === file && isRun(one)))
      await runBlock(block, { isOfTool: !isOfSite })
    // Otherwise, `npm ci` would find no tool in a clone of the site.
    if (own === 'heron')
      expect(await readFile(join(outer, 'heron/package.json'), 'utf8')).toMatch(/"file:(\.\/)?[^/]*\.tgz"/)
  },
)

async function runBlock(block: CodeBlock, { isOfTool }: { isOfTool: boolean }): Promise<void> {
  const shown = blocks.find(
    ({ file, language, after }) => file === block.file && language === 'text' && after === block.index,
  )
  const lines = block.code.split('\n').filter((line) => line.trim() !== '')
  for (const [at, line] of lines.entries()) {
    const isShown = shown !== undefined && at === lines.length - 1
    const plain = line.replace(/ +#.*/, '')
    if (!isShown && ((!isWhole && slow.test(plain)) || (isOfTool && ran.has(plain)))) continue
    ran.add(plain)
    const service = block.file === 'docs/resilience.md' ? services.ill : services.well
    const reported = line.replace(/https:\/\/cms\.example\.com\/api|http:\/\/127\.0\.0\.1:4010\/api/, service)
    const { code, output } = await shell.run(reported)
    const place = `${block.file}:${block.line + 1 + at}: ${line}`
    // The end of the output names the failure. A comparison of the whole output would cut it off.
    if (!isShown && code !== 0) throw new Error(`${place}\nended with ${code}:\n${output.slice(-maxShownOutput)}`)
    if (isShown && !shownPattern(shown.code).test(steadyText(output)))
      expect({ place, output: steadyText(output) }).toEqual({ place, output: steadyText(shown.code) })
  }
}

it('Commands that are not run are marked in their document, with the reason', () => {
  const reported = commands
    .filter((block) => !isRun(block))
    .map(({ file, before, code }) => [file, before, code.trim()])
  expect(reported).toEqual([
    ['README.md', expect.stringContaining('runs the tests'), 'npm ci && npm test'],
    ['docs/deploy.md', expect.stringContaining('needs your server'), expect.stringMatching(/^rsync /)],
    ['docs/deploy.md', expect.stringContaining('needs your account'), expect.stringMatching(/^npx netlify /)],
  ])
})

it('Every output in a document follows the command that prints it', () => {
  const shown = blocks.filter(({ language, after }) => (language === 'text' || language === '') && after === undefined)
  expect(shown.map(({ file }) => file)).toEqual(['docs/concepts.md']) // a drawing
})
