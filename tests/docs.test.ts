import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { findingCodes } from '#content/finding.ts'

it('explains every code of a finding, and no other', async () => {
  const text = await readFile('docs/findings.md', 'utf8')
  const explained = [...text.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code)
  expect(explained.sort()).toEqual([...findingCodes].sort())
})

it('names only commands and options that exist', async () => {
  const readme = await readFile('README.md', 'utf8')
  const program = await readFile('cli/program.ts', 'utf8')
  for (const [option] of readme.matchAll(/(?<![-|])--[a-z][a-z-]+/g)) {
    if (option !== '--help') expect(program).toContain(option)
  }
  for (const [, command] of readme.matchAll(/\| `site ([a-z]+)/g)) expect(program).toContain(`.command('${command}')`)
})
