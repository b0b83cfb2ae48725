import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withService } from './with-service.ts'

it('uses the named service', async () => {
  expect(await withService({ api: 'http://named/api' }, async (api) => api)).toBe('http://named/api')
})

it('otherwise starts the demo service, and stops it even after a failure', async () => {
  let used = ''
  const failing = withService({}, async (api) => {
    used = api
    expect((await fetch(`${api}/none`)).status).toBe(404)
    throw new Error('enough')
  })
  await expect(failing).rejects.toThrow('enough')
  await expect(fetch(used)).rejects.toThrow('fetch failed')
})

it('answers from the files that it is given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-service-'))
  mkdirSync(join(folder, 'content/en'), { recursive: true })
  writeFileSync(join(folder, 'content/en/nodes.yaml'), '[]')
  const files = { contentFolder: join(folder, 'content'), mediaFolder: join(folder, 'media') }
  const nodes = async (api: string) => (await fetch(`${api}/sitemap_nodes?locale=en`)).json()
  expect(await withService({ files }, nodes)).toMatchObject({ totalItems: 0 })
  rmSync(folder, { recursive: true })
})

it('says that the database is damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-service-'))
  writeFileSync(join(folder, 'demo.sqlite'), 'damaged'.repeat(1000))
  await expect(withService({}, async () => {}, join(folder, 'demo.sqlite'))).rejects.toMatchObject({
    finding: {
      code: 'machine-limit',
      message: expect.stringMatching(/demo\.sqlite" cannot be opened\. Delete the file/),
    },
  })
  rmSync(folder, { recursive: true })
})

it.runIf(process.platform === 'linux')('ends when no folder can be created for the database', async () => {
  await expect(withService({}, async () => {}, '/proc/site/demo.sqlite')).rejects.toThrow(
    'The cache folder "/proc/site" cannot be written.',
  )
})

it('keeps form entries in a file only when one is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-service-'))
  const database = join(folder, 'demo.sqlite')
  const answers = async (api: string) => (await fetch(`${api}/none`)).status
  expect(await withService({}, answers, database)).toBe(404)
  expect(existsSync(database)).toBe(true)
  rmSync(folder, { recursive: true })
})
