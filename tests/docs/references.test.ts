import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createProgram } from '#cli/program.ts'
import { settingsSchema } from '#renderer/settings.ts'
import { openApi } from './open-api/open-api.ts'
import { printCommands } from './print-commands.ts'
import { printSettings } from './print-settings.ts'

// `npm run docs:reference` writes these files anew.
it('has a reference of the commands that says what --help says', async () => {
  const program = createProgram({ signal: new AbortController().signal, setExitCode: () => {} })
  await expect(printCommands(program)).toMatchFileSnapshot('../../docs/commands.md')
})

it('has a reference of the settings that says what their schema says', async () => {
  const [settings = '', presets = ''] = await Promise.all(
    ['renderer/settings.ts', 'publish/pictures/picture-preset.ts'].map((file) => readFile(file, 'utf8')),
  )
  const text = printSettings(settingsSchema, { settings, presets })
  expect(text).toMatch(/^\| `brand\.name` \| .* \| Name of the site, /m)
  await expect(text).toMatchFileSnapshot('../../docs/settings.md')
})

it('has the contract of content services as a document of OpenAPI', async () => {
  const file = 'docs/openapi.json'
  const input = JSON.stringify(openApi(), null, 2)
  const text = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${file}`], { input })
  await expect(text.toString()).toMatchFileSnapshot(`../../${file}`)
})
