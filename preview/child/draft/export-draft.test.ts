import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DraftState } from './draft-state.ts'
import { exportDraft } from './export-draft.ts'

it('reports a folder that cannot be written before it renders the draft', async () => {
  const root = mkdtempSync(join(tmpdir(), 'site-export-'))
  const folder = join(root, 'draft')
  symlinkSync(join(root, 'not-mounted'), folder)
  const draft = {} as DraftState // none of its fields is read
  await expect(exportDraft(draft, folder, async () => undefined)).rejects.toThrow(
    `/draft/.site-preview" cannot be written: "${folder}" points to "${join(root, 'not-mounted')}", which is missing or `,
  )
  rmSync(root, { recursive: true })
})

it.runIf(process.platform === 'linux')('describes a full disk in words, with advice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-export-'))
  symlinkSync('/dev/full', join(folder, '.site-preview'))
  await expect(exportDraft({} as DraftState, folder, async () => undefined)).rejects.toMatchObject({
    message: `"${folder}/.site-preview" cannot be written: there is no space left on its disk.`,
    hint: 'Free some space there, or choose another folder with --export.',
  })
  rmSync(folder, { recursive: true })
})

it('writes a page and its files with relative addresses, and names the files that are missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-export-'))
  const html = [
    '<!doctype html><html><head><link rel="stylesheet" href="/assets/a.css" integrity="sha256-x">',
    '<link rel="preload" href="/assets/font.woff2"><script src="/assets/a.js"></script></head>',
    '<body><img src="/assets/a.jpg" srcset="/assets/a.jpg 1x, /assets/b.jpg 2x"><a href="/help#top">Help</a>',
    '<a href="/assets/a.jpg">Whole</a></body></html>',
  ].join('')
  const files: Record<string, string> = {
    'assets/a.css': 'a{background:url("/assets/lines.svg#a")}',
    'assets/lines.svg': '<svg/>',
    'assets/a.jpg': 'picture',
  }
  const site = { family: { origin: 'https://www.example.com' } }
  const problem = { severity: 'error', block: 1, message: 'field "html": expected a text, got 7' }
  const draft = { assembled: { site, render: async () => ({ html }) }, read: { problems: [problem] } }
  const fileOf = async (path: string) => (files[path] === undefined ? undefined : Buffer.from(files[path]))
  expect(await exportDraft(draft as unknown as DraftState, folder, fileOf)).toEqual({
    files: 4,
    page: join(folder, 'index.html'),
    missing: ['assets/b.jpg'],
    problems: ['In block 2, field "html": expected a text, got 7'],
  })
  const written = (path: string) => readFileSync(join(folder, path), 'utf8')
  expect(written('assets/a.css')).toBe('a{background:url("../assets/lines.svg#a")}')
  expect(written('assets/lines.svg')).toBe('<svg/>')
  expect(written('index.html')).toBe(
    [
      '<!DOCTYPE html><html><head><link rel="stylesheet" href="assets/a.css"></head>',
      '<body><img src="assets/a.jpg" srcset="assets/a.jpg 1x, assets/b.jpg 2x">',
      '<a href="https://www.example.com/help#top">Help</a><a href="assets/a.jpg">Whole</a></body></html>',
    ].join(''),
  )
  rmSync(folder, { recursive: true })
})
