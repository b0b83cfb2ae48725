import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { openProject, type Project } from './project.ts'
import { smallContent } from './small-content.ts'

const content = smallContent()
let project: Project
/** Runs once, at the first request to the service. */
let onFirstRequest: (() => Promise<void>) | undefined

beforeAll(async () => {
  content.intercept = async () => {
    const act = onFirstRequest
    onFirstRequest = undefined
    await act?.()
    return false
  }
  project = await openProject(content, { copiesTool: false })
})
afterAll(() => project.close())

const out = (): string => join(project.root, 'output')

it.runIf(isSoak)(
  'A new output folder that is removed during the build is claimed again, so that the next build recognises it',
  async () => {
    onFirstRequest = () => rm(out(), { recursive: true })
    const first = await project.site('build', '--no-ledger')
    expect(first.stderr).toContain('Published to output/site')
    expect(first.code).toBe(0)
    const second = await project.site('build', '--no-ledger')
    expect(second.stderr).toContain('files     0 added, 0 changed, 0 removed')
    expect(second.code).toBe(0)
  },
)

it.runIf(isSoak)(
  'An export that is removed during a build that reuses most of it is reported, and the next build makes it again',
  async () => {
    content.locales.pl = { ...content.locales.pl, posts: content.locales.pl?.posts?.slice(1) ?? [] }
    onFirstRequest = () => rm(out(), { recursive: true })
    const cut = await project.site('build', '--no-ledger')
    expect(cut.stderr).toContain('was removed, or changed, while the build ran; nothing was published.')
    expect(cut.stderr).toContain('Build again')
    expect(cut.code).toBe(1)
    const next = await project.site('build', '--no-ledger')
    expect(next.code).toBe(0)
    expect((await readdir(join(out(), 'site'))).length).toBeGreaterThan(5)
    expect((await project.site('verify', '--all')).code).toBe(0)
  },
)

it('Foreign files that appear during a build are not touched', async () => {
  onFirstRequest = async () => {
    await rm(out(), { recursive: true })
    await mkdir(out())
    await writeFile(join(out(), 'letter.txt'), 'mine')
  }
  const { code, stderr } = await project.site('build', '--no-ledger')
  expect(stderr).toContain('contains files that are not an export of this tool')
  expect(code).toBe(1)
  expect(existsSync(join(out(), 'letter.txt'))).toBe(true)
  expect(existsSync(join(out(), 'site'))).toBe(false)
  await rm(out(), { recursive: true })
})

it.runIf(isSoak)('A cache inside a new output folder belongs to it', async () => {
  for (const run of [1, 2]) {
    const { code, stderr } = await project.site('build', '--no-ledger', '--out', 'new', '--cache', 'new/kept')
    expect(stderr, `run ${run}`).toContain('Published to new/site')
    expect(code).toBe(0)
  }
  expect(await readdir(join(project.root, 'new/kept'))).toContain('builds')
})

it.each(['new/site/kept', 'new/hosts/kept', 'new/site'])(
  'A cache at "%s", which builds remove, is refused',
  async (cache) => {
    const { code, stderr } = await project.site('build', '--no-ledger', '--out', 'new', '--cache', cache)
    expect(stderr).toContain(`The cache folder "${cache}" lies in "new/`)
    expect(code).toBe(2)
  },
)

it('A cache inside a foreign folder is refused with the reason, and nothing is created there', async () => {
  await mkdir(join(project.root, 'theirs'))
  await writeFile(join(project.root, 'theirs/letter.txt'), 'mine')
  const { code, stderr } = await project.site('build', '--no-ledger', '--out', 'theirs', '--cache', 'theirs/kept')
  expect(stderr).toContain('The output folder "theirs" contains files that are not an export of this tool')
  expect(code).toBe(2)
  expect(await readdir(join(project.root, 'theirs'))).toEqual(['letter.txt'])
})

it.runIf(isSoak)('A file in the place of a folder is named', async () => {
  await writeFile(join(project.root, 'a-file'), 'mine')
  const asFile = await project.site('build', '--no-ledger', '--out', 'a-file')
  expect(asFile.stderr).toContain('Error: The output folder "a-file" is a file.\n')
  expect(asFile.code).toBe(2)
  await project.site('build', '--no-ledger', '--out', 'blocked')
  const hosts = join(project.root, 'blocked/hosts')
  await rm(hosts, { recursive: true })
  await writeFile(hosts, 'mine')
  const { code, stderr } = await project.site('build', '--no-ledger', '--out', 'blocked')
  expect(stderr).toContain(`cannot be written: "${hosts}" is a file, but a folder is needed. [export-unwritable]\n`)
  expect(stderr).toContain('Move it away')
  expect(code).toBe(1)
})

it.runIf(isSoak)('Links that form a circle are named, as an output folder and as a cache folder', async () => {
  const circle = join(project.root, 'circle')
  await symlink(circle, circle)
  const asOutput = await project.site('build', '--no-ledger', '--out', circle)
  expect(asOutput.stderr).toMatch(/^Error: The output folder ".*circle" cannot be written: .* form a circle\.$/m)
  expect(asOutput.code).toBe(2)
  const asCache = await project.site('build', '--no-ledger', '--cache', circle)
  expect(asCache.stderr).toMatch(/^Error: The cache folder ".*circle" cannot be written\.$/m)
  expect(asCache.stderr).toContain(`"${circle}" points to "${circle}"`)
  expect(asCache.code).toBe(2)
})

it.runIf(isSoak)('A file of the export whose name is not in UTF-8 is named', async () => {
  await project.site('build', '--no-ledger', '--out', 'odd')
  await writeFile(Buffer.concat([Buffer.from(join(project.root, 'odd/site/old-')), Buffer.from([0xff])]), 'x')
  const { code, stderr } = await project.site('build', '--no-ledger', '--out', 'odd')
  expect(stderr).toMatch(/^Error: The export contains ".*odd\/site\/old-\ufffd", which cannot be found at this name: /)
  expect(stderr).toContain('If it is still there, remove it')
  expect(code).toBe(2)
})
