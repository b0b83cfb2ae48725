import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimFolder } from '#publish/export/claim-folder.ts'
import { type Report, startRun } from '#renderer/build/report.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { printReport } from './print-report.ts'

const { report } = startRun({ engine: 'react', locales: ['pl'] })
const warning = { code: 'image-missing', message: 'No picture.', hint: 'Add it.' } as const

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())
const print = (change: Partial<Report> = {}, options: Partial<Parameters<typeof printReport>[1]> = {}) =>
  captureOutput(() => printReport({ ...report, isPublished: true, ...change }, { out: site.at('output'), ...options }))

it('writes the report, prints a summary, and returns 0 when there are no errors', async () => {
  const { result, stdout, stderr } = await print({ warnings: [warning] }, { json: true })
  expect(result).toBe(0)
  expect(stderr).toContain('warning No picture. [image-missing]\n')
  expect(stderr).toMatch(/\nPublished to .* 1 warning\.\n$/)
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(stdout)
})

it('prints the report on one line when the command builds again', async () => {
  const { stdout } = await print({}, { json: true, poll: 3 })
  expect(stdout).toMatch(/^\{.*\}\n$/)
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(site.at('output/report.json'), 'utf8')))
})

it('returns 1 for errors, and for more warnings than allowed', async () => {
  expect((await print({ errors: [warning] })).result).toBe(1)
  const { result, stderr } = await print({ warnings: [warning] }, { maxWarnings: 0 })
  expect(result).toBe(1)
  expect(stderr).toMatch(/\n1 warning: --max-warnings allows 0\.\n$/)
})

it('writes the same report to a named file', async () => {
  await print({}, { report: site.at('mine.json') })
  expect(JSON.parse(readFileSync(site.at('mine.json'), 'utf8'))).toEqual({ ...report, isPublished: true })
  expect(readFileSync(site.at('mine.json'))).toEqual(readFileSync(site.at('output/report.json')))
})

it('writes nothing beside the export in a dry run', async () => {
  await print({}, { dryRun: true })
  expect(existsSync(site.at('output'))).toBe(false)
})

it('marks a folder again that was removed during the build, so that the next build recognises it', async () => {
  site.write('output/addresses.json', '{}')
  await print()
  expect(readdirSync(site.at('output'))).toEqual(['.site-export', 'addresses.json', 'report.json'])
})

it.each([
  [true, 'The build itself is done; choose another file with --report.'],
  [false, 'Choose another file with --report.'],
])('prints the summary before an unwritable file ends the command (published: %s)', async (isPublished, hint) => {
  const file = site.at('none/mine.json')
  const { stderr } = await captureOutput(() => {
    const error = { message: `The report cannot be written to "${file}".`, hint }
    const printing = () => printReport({ ...report, isPublished, errors: [warning] }, { out: site.root, report: file })
    expect(printing).toThrow(expect.objectContaining(error))
  })
  expect(stderr).toContain('error No picture. [image-missing]\n')
})

it('keeps the earlier report if the new one cannot replace it', async () => {
  claimFolder(site.at('output'))
  mkdirSync(site.at('output/report.json/held'), { recursive: true })
  const { stderr } = await print()
  expect(readdirSync(site.at('output'))).toEqual(['.site-export', 'report.json'])
  expect(stderr).toMatch(/report\.json" does not cover the end of this build, because it cannot be written: .*\n/)
})
