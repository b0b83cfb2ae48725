import { afterEach, beforeEach, expect, it } from 'vitest'
import { Rows } from '#cli/doctor/remark.ts'
import { type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { checkContentFiles } from './check-content-files.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
  site.write('content/en/nodes.yaml', '- nodeType: root\n  action: index\n  slug: /\n  nodeReference: 1\n')
  site.write('content/en/pages/home.yaml', 'id: 1\nblocks: []\n')
  site.write('content/de/nodes.yaml', '[]')
})
afterEach(() => site.remove())

/** What is reported about the files in these locales. */
function reported(locales = ['en', 'de']): string[] {
  const row = new Rows().of('content')
  checkContentFiles(row, site.at('content'), locales)
  expect(row.found).toMatch(/content$/)
  return row.remarks.map(({ code, isError }) => `${isError ? 'error' : 'remark'} ${code}`)
}

it('has no remark on sound files', () => {
  expect(reported()).toEqual([])
})

it('reports wrong fields, broken files and pages without a node, each once', () => {
  site.write('content/en/pages/about.yaml', 'id: 2\ntitle: 7\nblocks: []\n')
  site.write('content/en/pages/torn.yaml', 'id: [3')
  site.write('content/de/menus.yaml', '- id: [1')
  expect(reported().sort()).toEqual([
    ...['error field-invalid', 'error file-invalid', 'error file-invalid', 'remark file-unused', 'remark file-unused'],
  ])
  expect(reported(['de'])).toEqual(['error file-invalid'])
})
