import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { describeFile } from '#publish/export/export-changes.ts'
import type { SitePicturesOptions } from '#renderer/build/open-site-pictures.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { fromParts } from './from-parts.ts'
import type { SealedPlan } from './site-plan.ts'

it('a merge refuses a part of which a file has changed, even one that the export already has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'site'))
  const made = describeFile('a.html', Buffer.from('as made'))
  const part = { folder, plan: '', shard: { index: 1, count: 1 }, files: new Map([[made.path, made]]), errors: [] }
  const plan = { pictures: { known: new Map() } } as SealedPlan // the pictures of parts need nothing else
  const finish = async (): Promise<void> => {
    const { openPictures } = fromParts(plan, [part])
    const pictures = await openPictures({ writer: openMemoryWriter() } as unknown as SitePicturesOptions)
    await pictures.finish()
  }
  writeFileSync(join(folder, 'site/a.html'), 'as made')
  await finish()
  writeFileSync(join(folder, 'site/a.html'), 'changed')
  await expect(finish()).rejects.toThrow('has a different file "a.html" than its shard made')
})
