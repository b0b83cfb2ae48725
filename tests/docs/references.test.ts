import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createProgram } from '#cli/program.ts'
import { settingsSchema } from '#renderer/settings.ts'
import { openApi } from './open-api/open-api.ts'
import { printCommands } from './print-commands.ts'
import { printSettings } from './print-settings.ts'

// `npm run docs:reference` updates these files.
it('The reference of the commands matches --help', async () => {
  const program = createProgram({ signal: new AbortController().signal, setExitCode: () => {} })
  await expect(printCommands(program)).toMatchFileSnapshot('../../docs/commands.md')
})

it('The reference of the settings matches their schema', async () => {
  const [settings = '', presets = ''] = await Promise.all(
    ['renderer/settings.ts', 'publish/pictures/picture-preset.ts'].map((file) => readFile(file, 'utf8')),
  )
  const text = printSettings(settingsSchema, { settings, presets })
  expect(text).toMatch(/^\| `brand\.name` \| .* \| Name of the site, /m)
  await expect(text).toMatchFileSnapshot('../../docs/settings.md')
})

it('The OpenAPI document matches the contract of content services', async () => {
  const file = 'docs/openapi.json'
  const input = JSON.stringify(openApi(), null, 2)
  const text = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${file}`], { input })
  await expect(text.toString()).toMatchFileSnapshot(`../../${file}`)
})
