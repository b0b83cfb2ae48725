import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSourceChecksums } from './file-stamp.ts'
import { type Code, readCode } from './read-code.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-code-'))
  const parts = [
    'blocks',
    'content',
    'hydrate',
    'locales',
    'publish',
    'renderer',
    'templates',
    'package.json',
    'tsconfig.json',
  ]
  await Promise.all(parts.map((part) => cp(part, join(root, part), { recursive: true })))
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const filesOf = (code: Code, component: string): string[] =>
  (code.modules.get(component) ?? []).flatMap((module) => Object.keys(code.digests.get(module) ?? {}))

test('A component consists of its module and the helpers that run with it, but not of other components that it shows', async () => {
  const { code } = await readCode({ toolRoot: root, siteRoot: root }, openSourceChecksums(root))
  expect(code.modules.get('Partners')).toEqual(['blocks/partners/partners.tsx'])
  const files = filesOf(code, 'Partners')
  expect(files).toContain('blocks/partners/logo-shape.ts')
  expect(files).not.toContain('blocks/_shared/section.tsx')
  expect(filesOf(code, 'Section')).toContain('blocks/_shared/section.tsx')
})

test('Modules behind the recorder count by their answers and not by their sources', async () => {
  const { code } = await readCode({ toolRoot: root, siteRoot: root }, openSourceChecksums(root))
  const files = code.core.flatMap((module) => Object.keys(code.digests.get(module) ?? {}))
  expect(files).toContain('renderer/page/structured-data.ts')
  expect(files).toContain('renderer/reader/hyphenate.ts') // imported by the module that opens a renderer
  expect(files.filter((file) => /^renderer\/(reads\/|site\/(index-)?site\.ts)/.test(file))).toEqual([])
})

test('A changed source changes the digests of the components it belongs to, and no others', async () => {
  const names = ['blocks/partners/partners.tsx', 'blocks/text/text.tsx']
  const read = async () => {
    const { digests, contentDigest } = (await readCode({ toolRoot: root, siteRoot: root }, openSourceChecksums(root)))
      .code
    return [...names.map((name) => digests.get(name)), contentDigest]
  }
  const before = await read()
  const file = join(root, 'blocks/partners/logo-shape.ts')
  await writeFile(file, `${await readFile(file, 'utf8')}\n// changed\n`)
  const after = await read()
  expect(after[0]).not.toEqual(before[0])
  // `site explain` shows it.
  expect((after[0] as Record<string, string>)['blocks/partners/logo-shape.ts']).toMatch(
    /^[\w-]{12}, edited after the build of 20\d\d-\d\d-\d\dT[\d:.]+Z began$/,
  )
  expect(after.slice(1)).toEqual(before.slice(1))
})

test('An own block that is added between two builds is read, and a removed one is not', async () => {
  const siteRoot = await mkdtemp(join(tmpdir(), 'site-of-blocks-'))
  const hasStamp = async (): Promise<boolean> => {
    const { code } = await readCode({ toolRoot: resolve('.'), siteRoot }, openSourceChecksums(resolve('.')))
    return code.modules.has('Stamp')
  }
  expect(await hasStamp()).toBe(false)
  const folder = join(siteRoot, 'blocks/stamp')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'schema.ts'), 'export const schema = {}\n')
  await writeFile(join(folder, 'stamp.tsx'), 'export function Stamp() {\n  return null\n}\n')
  expect(await hasStamp()).toBe(true)
  await rm(folder, { recursive: true })
  expect(await hasStamp()).toBe(false)
  await rm(siteRoot, { recursive: true })
})
