import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { planPictures } from '#publish/pictures/plan-pictures.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { renderFinding } from './page-host.ts'

it('names the block of a site that asked for a picture of a place which there is not', async () => {
  const block = join(mkdtempSync(join(tmpdir(), 'site-block-')), 'quote.ts')
  writeFileSync(block, 'export function quote(reader) {\n  return reader.picture("/a.jpg", "nonsense")\n}\n')
  const { quote } = await import(pathToFileURL(block).href)
  const source = { url: '/a.jpg', hash: 'a', format: 'jpeg', width: 10, height: 10 }
  const encoding = { presets: testSettings().picturePresets, effort: 1, encoder: 'none' }
  const plans = planPictures({ known: new Map([['/a.jpg', { source: source as never }]]), encoding })
  const error: unknown = await (async () => quote(plans))().catch((cause: unknown) => cause)
  const { message, hint } = renderFinding(undefined, error)
  expect(message).toContain('There is no picture preset "nonsense"; there are: header_intro_thumb, ')
  expect(hint).toContain(`The fault is in a component, in "${relative(process.cwd(), block)}", line 2: `)
})
