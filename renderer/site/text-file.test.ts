import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toolRoot } from '#renderer/tool-root.ts'
import { openTextFile } from './text-file.ts'

it("names the site's file for texts that it has or the tool lacks, and the tool's file for all others", () => {
  const site = mkdtempSync(join(tmpdir(), 'text-file-'))
  try {
    mkdirSync(join(site, 'texts'))
    writeFileSync(join(site, 'texts/en.json'), '{ "header": { "skip": "Skip" }, "own": { "loaf_one": "loaf" } }')
    const textFile = openTextFile(site, ['en', 'nl'])
    const named = ['header.skip', 'own.loaf', 'own.loaf_one', 'header.menu'].map((key) => textFile('en', key))
    expect(named).toEqual([...Array(3).fill('texts/en.json'), 'site/locales/en.json'])
    expect(openTextFile(site, ['en-GB'])('en-GB', 'header.skip')).toBe('site/locales/en.json')
    expect(textFile('nl', 'header.skip')).toBe('texts/nl.json')
    expect(openTextFile(toolRoot, ['en'])('en', 'header.skip')).toBe('locales/en.json')
  } finally {
    rmSync(site, { recursive: true })
  }
})
