import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SiteError } from '#content/finding.ts'
import { claimFolder, removedMeanwhile, unwritable } from './claim-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-claim-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('marks a folder again that was removed during a build, whatever the build has written there', async () => {
  await writeFile(join(folder, 'addresses.json'), '{}')
  expect(() => claimFolder(folder)).toThrow('contains files that are not an export of this tool')
  claimFolder(folder, { isBuilding: true })
  expect((await readdir(folder)).sort()).toEqual(['.site-export', 'addresses.json'])
})

it('takes a folder with nothing but a list of what git ignores', async () => {
  await writeFile(join(folder, '.gitignore'), '*')
  claimFolder(folder)
  expect((await readdir(folder)).sort()).toEqual(['.gitignore', '.site-export'])
})

it('does not mistake foreign files for files of a build', async () => {
  await writeFile(join(folder, 'letter.txt'), 'Dear')
  expect(() => claimFolder(folder, { isBuilding: true })).toThrow('contains files that are not an export of this tool')
  expect(await readdir(folder)).toEqual(['letter.txt'])
})

it('names the hidden files that a copy of an export lacks', async () => {
  const hintOf = (): string => {
    try {
      claimFolder(folder)
      return ''
    } catch (error) {
      return (error as SiteError).finding.hint ?? ''
    }
  }
  await writeFile(join(folder, 'report.json'), '{}')
  expect(hintOf()).toBe('Choose an empty or new folder with --out.')
  await writeFile(join(folder, 'routing.json'), '{}')
  expect(hintOf()).toContain('".site-export" is missing: copy the hidden files too.')
  await writeFile(join(folder, '.site-export'), '')
  expect(hintOf()).toBe('')
})

it('passes on an error that already gives advice', () => {
  const reported = removedMeanwhile(folder)
  expect(unwritable(folder, reported)).toBe(reported)
})
