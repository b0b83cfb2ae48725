import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareFolders } from './prepare-folders.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-folders-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const nothing = { moves: [], removals: [] }
const journal = { staging: '.staging-1', ...nothing, beside: nothing, isWhole: false }

async function makeFiles(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), path)
  }
}

it('Folders for a commit that cannot begin are removed', async () => {
  await makeFiles('hosts')
  const moves = ['a/index.html', `b/${'x'.repeat(300)}/index.html`]
  expect(() => prepareFolders(root, { ...journal, moves })).toThrow('ENAMETOOLONG')
  expect(await readdir(root)).toEqual(['hosts'])
})

it('A file that becomes a folder of folders is not in the way', async () => {
  await makeFiles('site/a', 'site/b/c', '.staging-1/site/a/b/c/index.html')
  prepareFolders(root, { ...journal, moves: ['a/b/c/index.html', 'b/c/d/e/index.html'] })
  expect(await readdir(join(root, 'site'))).toEqual(['a', 'b'])
})

it("A file beside the export is somebody's, and is not replaced by a folder of folders", async () => {
  await makeFiles('hosts')
  const beside = { moves: ['hosts/nginx/site.conf'], removals: [] }
  expect(() => prepareFolders(root, { ...journal, beside })).toThrow('ENOTDIR')
  expect(await readdir(root)).toEqual(['hosts'])
})

/** Lets nobody change or remove a file. Returns false if this user or the file system cannot do that. */
function fix(path: string, isFixed = true): boolean {
  try {
    execFileSync('chattr', [isFixed ? '+i' : '-i', join(root, path)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it('No commit begins that would have to replace or remove an immutable file', async (context) => {
  const fixed = ['site/a.html', 'site/b/c/d.html', 'hosts/nginx/site.conf', '.files.json']
  await makeFiles(...fixed, 'site/e.html', '.staging-1/site/a.html')
  try {
    if (!fixed.every((path) => fix(path))) context.skip('no file can be made immutable here')
    const refusal = (path: string) => `EPERM: operation not permitted, access '${join(root, path)}'`
    expect(() => prepareFolders(root, { ...journal, moves: ['a.html'] })).toThrow(refusal('site/a.html'))
    expect(() => prepareFolders(root, { ...journal, removals: ['b'] })).toThrow(refusal('site/b/c/d.html'))
    const beside = { moves: ['hosts/nginx/site.conf'], removals: [] }
    expect(() => prepareFolders(root, { ...journal, beside })).toThrow(refusal('hosts/nginx/site.conf'))
    expect(() => prepareFolders(root, { ...journal, moves: ['e.html'] })).toThrow(refusal('.files.json'))
    fix('.files.json', false)
    prepareFolders(root, { ...journal, moves: ['e.html'] })
  } finally {
    for (const path of fixed) fix(path, false)
  }
})
