import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleOptions, joinOwnBlocks, siteMistake, tsconfigRaw } from './own-blocks.js'

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

const schema = "import * as z from 'zod'\nexport const schema = z.object({ type: z.literal('pull_quote') })\n"
const component = 'export const PullQuote = () => null\n'

it.each<[string, string, Record<string, string>, string]>([
  [
    'a component that does not compile',
    'pull-quote',
    { 'schema.ts': schema, 'pull-quote.tsx': 'export const PullQuote = () => (\n' },
    '"blocks/pull-quote/pull-quote.tsx" cannot be compiled: ',
  ],
  [
    'a component under another name',
    'pull-quote',
    { 'schema.ts': schema, 'pull-quote.tsx': component.replace('PullQuote', 'Quote') },
    '"blocks/pull-quote/pull-quote.tsx" does not export "PullQuote". Export it.',
  ],
  [
    'a component that is not exported',
    'pull-quote',
    { 'schema.ts': schema, 'pull-quote.tsx': component.replace('export ', '') },
    '"blocks/pull-quote/pull-quote.tsx" does not export "PullQuote". Export it.',
  ],
  [
    'a schema that is not exported',
    'pull-quote',
    { 'schema.ts': schema.replace('export ', ''), 'pull-quote.tsx': component },
    '"blocks/pull-quote/schema.ts" does not export "schema". Export it.',
  ],
  [
    'a schema that calls what no package has',
    'pull-quote',
    { 'schema.ts': "import * as z from 'zod'\nexport const schema = z.numer()\n", 'pull-quote.tsx': component },
    '"blocks/pull-quote/schema.ts" cannot be compiled: Import "numer" will always be undefined',
  ],
  [
    'no component',
    'pull-quote',
    { 'schema.ts': schema },
    'The block "blocks/pull-quote" has a schema.ts, but no component.',
  ],
  [
    'an invalid name',
    'Pull',
    { 'schema.ts': schema, 'Pull.tsx': component },
    'The folder "blocks/Pull" cannot be a block',
  ],
])('names the mistake in a block with %s', async (_, name, files, message) => {
  const folder = join(siteRoot, 'blocks', name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const roots = { toolRoot: resolve('.'), siteRoot }
  const entryPoints = ['content/blocks/own-schemas.ts', 'blocks/own-blocks.ts']
  const bundling = build({
    ...bundleOptions({ ...roots, as: 'cli/main.ts' }),
    entryPoints,
    outdir: folder,
    write: false,
  })
  const error = await bundling.catch((cause) => cause)
  rmSync(folder, { recursive: true })
  expect(String(siteMistake(error, roots))).toContain(message)
})
