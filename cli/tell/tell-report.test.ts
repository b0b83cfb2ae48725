import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Report, startRun } from '#renderer/build/report.ts'
import { hear, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { tellReport } from './tell-report.ts'

const { report } = startRun({ engine: 'react', locales: ['pl'] })
const warning = { code: 'image-missing', message: 'No picture.', hint: 'Add it.' } as const

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())
const tell = (change: Partial<Report>, options: { maxWarnings?: number; json?: boolean } = {}) =>
  hear(() => tellReport({ ...report, isPublished: true, ...change }, { out: site.at('output'), ...options }))

it('writes the report, prints a summary, and returns 0 when there are no errors', async () => {
  const { result, stdout, stderr } = await tell({ warnings: [warning] }, { json: true })
  expect(result).toBe(0)
  expect(stderr).toContain('warning No picture. [image-missing]\n')
  expect(stderr).toMatch(/\nPublished to .* 1 warning\.\n$/)
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(stdout)
})

it('returns 1 for errors, and for more warnings than allowed', async () => {
  expect((await tell({ errors: [warning] })).result).toBe(1)
  const { result, stderr } = await tell({ warnings: [warning] }, { maxWarnings: 0 })
  expect(result).toBe(1)
  expect(stderr).toMatch(/\n1 warning: --max-warnings allows 0\.\n$/)
})

it('prints the summary before an unwritable file ends the command', async () => {
  const { stderr } = await hear(() => {
    const options = { out: site.root, report: site.at('none/mine.json') }
    expect(() => tellReport({ ...report, errors: [warning] }, options)).toThrow('The report cannot be written')
  })
  expect(stderr).toContain('error No picture. [image-missing]\n')
  expect(stderr).toContain('Not published')
})
