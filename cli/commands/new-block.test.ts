import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { newBlock } from './new-block.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())
const make = (name: string) => captureOutput(() => newBlock(name, site.options))

it('writes a block that passes its own test, and says what to do with it', async () => {
  const { stderr } = await make('pull-quote')
  const written = readdirSync(site.at('blocks/pull-quote')).sort()
  expect(written).toEqual(['demo.yaml', 'pull-quote.css', 'pull-quote.test.ts', 'pull-quote.tsx', 'schema.ts'])
  for (const file of written) expect(stderr).toMatch(new RegExp(`^Written: .*blocks/pull-quote/${file}$`, 'm'))
  expect(stderr).toContain('From now on, blocks of the type "pull_quote" in the content are shown by this component.\n')
  expect(stderr).toMatch(/copy the content of ".*pull-quote\/demo\.yaml" to the "blocks"/)
  expect(stderr).toContain(`run: npx site preview --config ${site.options.config}\n`)

  site.write('package.json', '{ "type": "module" }')
  mkdirSync(site.at('node_modules'))
  symlinkSync(resolve('.'), site.at('node_modules/site'))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const test = ['--test', 'blocks/pull-quote/pull-quote.test.ts']
  const { status, stdout } = spawnSync(process.execPath, test, { cwd: site.root, env, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
  expect(stdout).toContain('pass 3')
})

it('accepts a name of 64 letters', async () => {
  await make('a'.repeat(64))
  expect(readdirSync(site.at('blocks'))).toEqual(['a'.repeat(64)])
})

it.each(['Pull-quote', 'pull_quote', '2nd', 'pull--quote', 'quote-', '../quote', '', 'a'.repeat(65)])(
  'refuses the name "%s"',
  async (name) => {
    await expect(make(name)).rejects.toThrow(`"${name}" is not a valid block name.`)
    expect(existsSync(site.at('blocks'))).toBe(false)
  },
)

it.each(['section', 'button', 'rich-text'])('refuses the name of a part of pages, "%s"', async (name) => {
  await expect(make(name)).rejects.toThrow(`The styles of the tool already use the class "${name}"`)
  expect(existsSync(site.at('blocks'))).toBe(false)
})

it('reports where it cannot write', async () => {
  site.write('blocks', '')
  await expect(make('quote')).rejects.toThrow(/blocks\/quote" cannot be written\.$/)
})

it('leaves no partial block when the disk is full, and writes it once there is room', async (context) => {
  mkdirSync(site.at('blocks'))
  const mount = (...options: string[]) => spawnSync('mount', [...options, 'tmpfs', site.at('blocks')]).status
  if (mount('-t', 'tmpfs', '-o', 'size=4096') !== 0) return context.skip('No small disk can be mounted here.')
  try {
    await expect(make('quote')).rejects.toThrow(/blocks\/quote" cannot be written\.$/)
    expect(readdirSync(site.at('blocks'))).toEqual([])
    mount('-o', 'remount,size=1m')
    await make('quote')
  } finally {
    spawnSync('umount', [site.at('blocks')])
  }
})

it('refuses the name of a block of the tool, or of an existing block of the site', async () => {
  await expect(make('blog-list')).rejects.toThrow('A block "blog_list" already exists.')
  // builds call every block whose type they do not know "unknown"
  await expect(make('unknown')).rejects.toThrow('A block "unknown" already exists.')
  site.write('blocks/quote/quote.css', 'mine')
  await expect(make('quote')).rejects.toThrow('A block "quote" already exists.')
  expect(readdirSync(site.at('blocks'))).toEqual(['quote'])
  expect(readdirSync(site.at('blocks/quote'))).toEqual(['quote.css'])
})
