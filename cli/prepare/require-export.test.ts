import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requireExport } from './check-outputs.ts'

it('refuses a folder without an export, and says how to make one', () => {
  const out = mkdtempSync(join(tmpdir(), 'site-out-'))
  expect(() => requireExport(out)).toThrow(`There is no export in "${out}".`)
  mkdirSync(join(out, 'site'))
  requireExport(out)
  rmSync(out, { recursive: true })
})
