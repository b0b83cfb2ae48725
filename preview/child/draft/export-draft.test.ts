import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DraftState } from './draft-state.ts'
import { exportDraft } from './export-draft.ts'

it('says that a folder cannot be written before it renders the draft', async () => {
  const root = mkdtempSync(join(tmpdir(), 'site-export-'))
  const folder = join(root, 'draft')
  symlinkSync(join(root, 'not-mounted'), folder)
  const draft = {} as DraftState // nothing of it is asked for
  await expect(exportDraft(draft, folder, async () => undefined)).rejects.toThrow('cannot be written.')
  rmSync(root, { recursive: true })
})
