import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimFolder } from '#publish/export/claim-folder.ts'
import { startRun } from '#renderer/build/report.ts'
import { publishReport, writeReport } from './print-report.ts'

const { report } = startRun({ engine: 'react', locales: ['pl'] })
let out: string
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'site-report-'))
  claimFolder(out)
})
afterEach(() => rmSync(out, { recursive: true }))

it('writes the report beside the export, and to a named file', () => {
  publishReport(report, { out })
  writeReport(report, join(out, 'mine.json'))
  expect(readdirSync(out)).toEqual(['.site-export', 'mine.json', 'report.json'])
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(report)
  expect(readFileSync(join(out, 'mine.json'))).toEqual(readFileSync(join(out, 'report.json')))
})

it('writes nothing beside the export in a dry run', () => {
  publishReport(report, { out, dryRun: true })
  expect(readdirSync(out)).toEqual(['.site-export'])
})

it('marks a folder again that was removed during the build, so that the next build recognises it', () => {
  rmSync(out, { recursive: true })
  mkdirSync(out)
  writeFileSync(join(out, 'addresses.json'), '{}')
  publishReport(report, { out })
  expect(readdirSync(out)).toEqual(['.site-export', 'addresses.json', 'report.json'])
})

it('refuses an unwritable file', () => {
  const file = join(out, 'none/mine.json')
  const error = { message: `The report cannot be written to "${file}".` }
  expect(() => writeReport(report, file)).toThrow(
    expect.objectContaining({ ...error, hint: 'Choose another file with --report.' }),
  )
  expect(() => writeReport({ ...report, isPublished: true }, file)).toThrow(
    expect.objectContaining({ ...error, hint: 'The build itself is done; choose another file with --report.' }),
  )
})

it('keeps the earlier report if the new one cannot replace it', () => {
  mkdirSync(join(out, 'report.json/held'), { recursive: true })
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  publishReport(report, { out })
  expect(readdirSync(out)).toEqual(['.site-export', 'report.json'])
  expect(reported.mock.calls.join()).toMatch(
    /report\.json" does not cover the end of this build, because it cannot be written: .*\n$/,
  )
  reported.mockRestore()
})
