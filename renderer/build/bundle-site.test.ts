import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPageStore } from '#renderer/reads/page-store.ts'
import { openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import { runSteps } from '#renderer/sources/run-steps.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import type { BuildJob } from './build-job.ts'
import { bundleShared } from './bundle-site.ts'

const toolRoot = resolve('.')
let siteRoot: string
let writer: ReturnType<typeof openMemoryWriter>

beforeEach(async () => {
  siteRoot = await mkdtemp(join(tmpdir(), 'site-bundle-'))
  writer = openMemoryWriter()
})
afterEach(() => rm(siteRoot, { recursive: true, force: true }))

/** Runs a build that knows the steps of the last build, and returns whether its published scripts show the block. */
async function isShown(): Promise<boolean> {
  using store = openPageStore(join(siteRoot, 'pages.sqlite'), 'tools')
  const steps = runSteps({ store, writer, ...openSourceChecksums(toolRoot) })
  await bundleShared({ toolRoot, siteRoot, engine: 'preact' } as BuildJob, steps)
  const names = writer.planned().map(({ path }) => path)
  await writer.commit()
  store.save({ ...store.previous, steps: steps.known })
  return names.some((name) => Buffer.from(writer.files.get(name) ?? []).includes('a-note-of-mine'))
}

it('An own block without a style sheet is in the scripts exactly while it exists', async () => {
  const folder = join(siteRoot, 'blocks/my-note')
  expect(await isShown()).toBe(false)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'schema.ts'), 'export const schema = {}')
  await writeFile(join(folder, 'my-note.tsx'), 'export const MyNote = () => <p class="a-note-of-mine" />')
  expect(await isShown()).toBe(true)
  await rm(folder, { recursive: true })
  expect(await isShown()).toBe(false)
})
