import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinOwnBlocks, tsconfigRaw } from './own-blocks.js'

/** Addresses by which blocks of sites import files of the tool, wherever these files are. */
const addresses = [
  ...['banner-sizes.ts', 'block-props.ts', 'button-link.tsx', 'column-sizes.ts', 'compose-rows.ts', 'direct-line.tsx'],
  ...['dom-id.ts', 'email-link.tsx', 'figure-title.tsx', 'figure.ts', 'form-props.ts', 'form-section.tsx'],
  ...['hidden-page-island.tsx', 'icon.tsx', 'is-drawing.ts', 'island.tsx', 'job-list.tsx', 'level-headings.ts'],
  ...['login-island.tsx', 'mask.ts', 'motion-switch.tsx', 'own-block-props.ts', 'picture.tsx', 'post-grid.tsx'],
  ...['reader.ts', 'rel-of.ts', 'rich-text-tags.ts', 'rich-text.tsx', 'route-courses.ts', 'route-line.tsx'],
  ...['says-one-of.ts', 'search-island.tsx', 'section.tsx', 'shared-content.ts'],
].map((name) => `site/blocks/_shared/${name}`)

let siteRoot: string
beforeAll(() => {
  siteRoot = mkdtempSync(join(tmpdir(), 'site-own-blocks-'))
  mkdirSync(join(siteRoot, 'blocks'))
})
afterAll(() => rmSync(siteRoot, { recursive: true }))

const bundle = async (text: string): Promise<string[]> => {
  const file = join(siteRoot, 'blocks/own.ts')
  writeFileSync(file, text)
  const { metafile } = await build({
    ...{ absWorkingDir: resolve('.'), entryPoints: [file], bundle: true, write: false, metafile: true },
    ...{ packages: 'external', platform: 'node', format: 'esm', logLevel: 'silent', tsconfigRaw },
    plugins: [joinOwnBlocks({ toolRoot: resolve('.'), siteRoot })],
  })
  return Object.keys(metafile.inputs)
}

it('finds the modules of the tool that own blocks import by its package exports', async () => {
  const given = [...addresses, 'site/content/schema.ts', 'site/content/field-schemas.ts', 'site/content/own-block.ts']
  const inputs = await bundle(given.map((address) => `import ${JSON.stringify(address)}`).join('\n'))
  const names = inputs.map((path) => path.split('/').at(-1))
  expect(names).toEqual(expect.arrayContaining(given.map((address) => address.split('/').at(-1))))
})

it('finds nothing else of the tool', async () => {
  await expect(bundle("import 'site/renderer/build-site.ts'")).rejects.toThrow(
    '"blocks/own.ts" imports "site/renderer/build-site.ts", which the tool does not have.',
  )
})
