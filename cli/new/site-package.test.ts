import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toolRoot } from '#renderer/tool-root.ts'
import { findTool, type Package, packageText, readPackage } from './site-package.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-package-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const made = (given: Package) => JSON.parse(packageText(given, { name: 'Heron', tool: '^1.0.0' }))

it('makes a package that builds, shows, serves and tests the site', () => {
  const scripts = { build: 'site build', preview: 'site preview', serve: 'site serve' }
  const whole = {
    ...{ name: 'heron', private: true, type: 'module' },
    scripts: { ...scripts, test: 'node --test "blocks/**/*.test.ts"' },
    ...{ dependencies: { site: '^1.0.0' }, allowScripts: { esbuild: true, node: true } },
  }
  expect(packageText({}, { name: 'Heron', tool: '^1.0.0' })).toBe(`${JSON.stringify(whole, null, 2)}\n`)
})

it('keeps an existing package, except its type and the test script of "npm init"', () => {
  const given = { name: 'bird', private: false, type: 'commonjs', license: 'MIT', devDependencies: { site: '^0.9.0' } }
  const scripts = { build: 'mine', test: 'vitest' }
  expect(made({ ...given, scripts, allowScripts: { node: false } })).toEqual({
    ...{ ...given, type: 'module', scripts: { preview: 'site preview', serve: 'site serve', ...scripts } },
    allowScripts: { esbuild: true, node: false },
  })
  const { scripts: others } = made({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })
  expect(others.test).toBe('node --test "blocks/**/*.test.ts"')
})

it.each([
  ['site', 'my-site'],
  ['node_modules', 'my-site'],
  ['', 'my-site'],
  [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
])('names the package of "%s" as npm allows', (name, npmName) => {
  expect(JSON.parse(packageText({}, { name, tool: '' })).name).toBe(npmName)
})

it('finds the tool as the package names it, or in the folder that it runs from', async () => {
  expect(await findTool(folder, { dependencies: { site: '^1.0.0' } })).toBe('^1.0.0')
  expect(await findTool(folder, { devDependencies: { site: '^2.0.0' } })).toBe('^2.0.0')
  expect(await findTool(folder, {})).toBe(`file:${relative(folder, toolRoot)}`)
})

it('finds a tool that is installed for all folders of a workspace in the package that names it', async () => {
  const [root, first, second] = [
    join(folder, 'node_modules/site'),
    join(folder, 'apps/first'),
    join(folder, 'apps/second'),
  ]
  mkdirSync(first, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "workspaces": ["apps/*"] }')
  writeFileSync(join(first, 'package.json'), '{ "dependencies": { "site": "file:site.tgz" } }')
  const found = (): Promise<string> => findTool(second, {}, root)
  await expect(found()).rejects.toThrow(`"${join(folder, 'package.json')}" does not name the tool`)
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(first)
  await expect(found().finally(() => cwd.mockRestore())).resolves.toBe('file:../first/site.tgz')
  writeFileSync(join(folder, 'package.json'), '{ "devDependencies": { "site": "file:tools/site.tgz" } }')
  expect(await found()).toBe('file:../../tools/site.tgz')
  expect(await findTool(join(tmpdir(), 'elsewhere'), {}, '/usr/lib/node_modules/site')).toMatch(/^file:.*usr\/lib/)
})

it('reads the package of a folder, or an empty one, and reports an invalid one', async () => {
  expect(await readPackage(folder)).toEqual({})
  const file = join(folder, 'package.json')
  writeFileSync(file, '{ "name": "bird", "more": [1] }')
  expect(await readPackage(folder)).toEqual({ name: 'bird', more: [1] })
  for (const [text, place] of [
    ['{ "scripts": { "build": 1 } }', '"scripts.build"'],
    ['{ "name": 1 }', '"name"'],
    ['[]', 'the whole file'],
  ] as const) {
    writeFileSync(file, text)
    await expect(readPackage(folder)).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`"${file}" is not valid: ${place}: `),
        hint: 'Fix it, or remove it to create a new one. Nothing was written.',
      }),
    )
  }
})
