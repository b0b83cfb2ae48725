import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { stylesOf } from './site-styles.ts'

it('bundles the sheets of the tool, those of its blocks by name, then the tokens and blocks of the site', () => {
  const root = mkdtempSync(join(tmpdir(), 'site-styles-'))
  const write = (path: string, text = ''): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const [toolRoot, siteRoot] = [join(root, 'tool'), join(root, 'own')]
  const reported = () => stylesOf({ toolRoot, siteRoot })
  for (const name of ['b/b.css', 'b/a.css', 'b/b.tsx', 'a/a.css', '_shared/links.css']) write(`tool/blocks/${name}`)
  mkdirSync(siteRoot)
  const ofTool = ['templates/site.css', 'blocks/a/a.css', 'blocks/b/a.css', 'blocks/b/b.css'].map((file) => ({ file }))
  expect(reported()).toEqual(ofTool)
  write('own/tokens.css', ':root {}')
  write('own/blocks/quote/quote.css')
  const quote = { file: '../own/blocks/quote/quote.css' }
  expect(reported()).toEqual([...ofTool, { file: '../own/tokens.css', layer: 'tokens' }, quote])
  write('own/tokens.css', '@layer own { :root {} }')
  expect(reported()).toEqual([...ofTool, { file: '../own/tokens.css' }, quote])
  rmSync(root, { recursive: true })
})
