import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DraftState } from './draft-state.ts'
import { exportDraft } from './export-draft.ts'

it('reports a folder that cannot be written before it renders the draft', async () => {
  const root = mkdtempSync(join(tmpdir(), 'site-export-'))
  const folder = join(root, 'draft')
  symlinkSync(join(root, 'not-mounted'), folder)
  const draft = {} as DraftState // none of its fields is read
  await expect(exportDraft(draft, folder, async () => undefined)).rejects.toThrow(
    `/draft/.site-preview" cannot be written: "${folder}" points to "${join(root, 'not-mounted')}", which is missing or `,
  )
  rmSync(root, { recursive: true })
})

it.runIf(process.platform === 'linux')('describes a full disk in words, with advice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-export-'))
  symlinkSync('/dev/full', join(folder, '.site-preview'))
  await expect(exportDraft({} as DraftState, folder, async () => undefined)).rejects.toMatchObject({
    message: `"${folder}/.site-preview" cannot be written: there is no space left on its disk.`,
    hint: 'Free some space there, or choose another folder with --export.',
  })
  rmSync(folder, { recursive: true })
})
