import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withService } from './with-service.ts'

it('uses the service that was named', async () => {
  expect(await withService({ api: 'http://named/api', cache: 'none' }, async (api) => api)).toBe('http://named/api')
})

it('starts the demo service else, and stops it also after a failure', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'site-service-'))
  let used = ''
  const failing = withService({ cache }, async (api) => {
    used = api
    expect((await fetch(`${api}/none`)).status).toBe(404)
    throw new Error('enough')
  })
  await expect(failing).rejects.toThrow('enough')
  await expect(fetch(used)).rejects.toThrow('fetch failed')
  expect(existsSync(join(cache, 'demo.sqlite'))).toBe(true)
  rmSync(cache, { recursive: true })
})
