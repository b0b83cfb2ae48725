import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
const print = (change: Partial<Report>, options: { maxWarnings?: number; json?: boolean; poll?: number } = {}) =>
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

it('prints the summary before an unwritable file ends the command', async () => {
  const { stderr } = await captureOutput(() => {
    const options = { out: site.root, report: site.at('none/mine.json') }
    expect(() => printReport({ ...report, errors: [warning] }, options)).toThrow('The report cannot be written')
  })
  expect(stderr).toContain('error No picture. [image-missing]\n')
  expect(stderr).toContain('Not published')
})
