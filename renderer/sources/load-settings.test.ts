import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnSite } from '#tests/fixtures/own-site.ts'
import { loadSettings } from './load-settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function settingsOf(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

it('returns the settings and their folder', async () => {
  const { settings, siteRoot } = await loadSettings('site.config.ts')
  expect(settings.families.length).toBeGreaterThan(0)
  expect(siteRoot).toBe(resolve('.'))
})

it('returns the real folder behind a link', async () => {
  const site = openOwnSite()
  const link = join(folder, 'link')
  symlinkSync(site.root, link)
  expect((await loadSettings(join(link, 'site.config.js'))).siteRoot).toBe(realpathSync(site.root))
  site.remove()
})

it('reports missing settings', async () => {
  await expect(loadSettings('none.ts')).rejects.toThrow('There are no settings at "none.ts".')
  await expect(loadSettings('cli')).rejects.toMatchObject({
    message: 'The settings "cli" are a folder, not a file.',
    hint: 'Name the file in it, as in --config cli/site.config.ts.',
  })
  await expect(loadSettings('/dev/null')).rejects.toThrow('The settings "/dev/null" are a pipe or device, not a file.')
})

it('names the place of a mistake', async () => {
  const file = settingsOf('slip.ts', '\nexport default {\n  brand: ,\n}')
  await expect(loadSettings(file)).rejects.toMatchObject({
    message: expect.stringContaining('cannot be read: Unexpected ",", at line 3, column 10.'),
    hint: 'Correct that line.',
  })
})

it('refuses settings that are not in UTF-8', async () => {
  const file = join(folder, 'wide.ts') // as PowerShell writes it
  writeFileSync(file, '\ufeffexport default {}', 'utf16le')
  await expect(loadSettings(file)).rejects.toThrow(`"${file}" is not in UTF-8, at line 1.`)
})

it('names the line that throws', async () => {
  const file = settingsOf('fails.mjs', '\nthrow new Error("no")')
  await expect(loadSettings(file)).rejects.toThrow('cannot be loaded; they fail at line 2.')
})

it('says that no settings can be below a folder named "node_modules"', () => {
  mkdirSync(join(folder, 'node_modules/shop'), { recursive: true })
  const file = settingsOf('node_modules/shop/site.config.ts', 'export default {}')
  // In a process of its own, because Vitest loads such files.
  const script = `import { loadSettings } from '${resolve('renderer/sources/load-settings.ts')}'
    await loadSettings(${JSON.stringify(file)}).catch(({ message, hint }) => console.log(message + hint))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout).toBe(
    `The settings in "${file}" cannot be loaded: they are below a folder "node_modules".Node runs no TypeScript there. Move the site to another folder.\n`,
  )
})

it('names a field of the wrong shape', async () => {
  const file = settingsOf('shape.ts', 'export default { brand: 1 }')
  await expect(loadSettings(file)).rejects.toThrow('brand')
})
