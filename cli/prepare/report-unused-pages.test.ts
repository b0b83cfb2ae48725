import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { openContent } from '#demo/source/read-content.ts'
import { reportUnusedPages } from './report-unused-pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-unused-'))
  write('de/nodes.yaml', '- [')
  write('en/nodes.yaml', '- nodeType: root\n  action: index\n  slug: /\n  nodeReference: 1\n')
  write('en/pages/home.yaml', 'id: "1"\nblocks: []\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function reported(): string[] {
  const findings = new Findings()
  reportUnusedPages(openContent(folder), ['de', 'en'], findings)
  return findings.warnings.map(
    ({ code, message, hint }) => `${code}: ${message.replace(/^".*\/(?=en\/)/, '"')} ${hint}`,
  )
}

it('ignores pages with a node, and drafts, which the preview shows', () => {
  write('en/pages/soon.draft.yaml', 'id: 7\nblocks: []\n')
  expect(reported()).toEqual([])
})

it('names each page without a node, valid or not, and the text to write', () => {
  write('en/pages/prices.yaml', 'id: 3\nblocks: []\n')
  write('en/pages/tariff.yml', 'id: 4\n')
  write('en/pages/void.yaml', '')
  expect(reported()).toEqual([
    'file-unused: "en/pages/prices.yaml" is not shown anywhere: no node of "en/nodes.yaml" has its id "3". Add a node there, with its slug and "nodeReference: 3", or remove the file.',
    'file-unused: "en/pages/tariff.yml" is not shown anywhere: no node of "en/nodes.yaml" has its id "4". Add a node there, with its slug and "nodeReference: 4", or remove the file.',
    'file-unused: "en/pages/void.yaml" is not shown anywhere: no node of "en/nodes.yaml" has its id. Add a node there, with its slug and "nodeReference: ID", or remove the file.',
  ])
})

it('ignores unreadable nodes, which are reported when they are read', () => {
  write('en/nodes.yaml', '- [')
  expect(reported()).toEqual([])
})
