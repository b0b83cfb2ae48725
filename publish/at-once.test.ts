import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { openDirectoryWriter } from './export/directory-writer.ts'
import { lockExport } from './export/export-lock.ts'
import { readManifest } from './export/export-manifest.ts'
import { keepAssets } from './export/keep-assets.ts'
import { readJson } from './export/kept-files.ts'
import { readAddresses } from './redirects/addresses.ts'
import { readLedger } from './redirects/ledger.ts'
import { writeIfChanged } from './replace-file.ts'
import { readRouting } from './routing.ts'
import { readSealed } from './sealed-file.ts'

/** A folder with a named pipe of this name. Nobody ever writes to it. */
function withPipe(name: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'site-pipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  execFileSync('mkfifo', [file])
  return { folder, file }
}

test('A named pipe instead of a file of an earlier command is not waited for', async ({ expect }) => {
  expect(await readManifest(withPipe('.files.json').file)).toBeUndefined()
  expect(await readSealed(withPipe('kept.picture').file)).toBeUndefined()
  expect(await readLedger(withPipe('addresses.txt').file)).toEqual({ addresses: [] })
  expect(readJson(withPipe('kept.json').file)).toBeUndefined()
  await expect(readAddresses(withPipe('addresses.json').folder)).rejects.toThrow('does not contain the addresses')
  await expect(readRouting(withPipe('routing.json').folder)).rejects.toThrow('is not the routing of an export')
  const { folder } = withPipe('.assets.json')
  const writer = await openDirectoryWriter(join(folder, 'out'))
  expect(await keepAssets(writer, folder, 3)).toEqual(['.assets.json', '{"builds":[[]]}\n'])
  await writer.discard()
  const { file } = withPipe('kept.txt')
  await writeIfChanged(file, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test('A named pipe instead of a lock is not waited for', async ({ expect }) => {
  const { folder } = withPipe('pipe')
  const out = join(folder, 'out')
  await (await lockExport(out, 'site build'))[Symbol.asyncDispose]()
  renameSync(join(folder, 'pipe'), join(out, '.lock'))
  await (await lockExport(out, 'site build'))[Symbol.asyncDispose]()
  expect(readdirSync(out)).toEqual(['.site-export'])
})
