import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '#tests/fixtures/published-pictures.ts'
import { startRenderers } from './renderers.ts'

it('starts no renderer for a request that comes after it was stopped', async () => {
  const cache = await newFolder()
  const renderers = startRenderers({ cache, config: resolve('site.config.ts') })
  const { ready } = renderers
  await renderers.stop()
  await expect(ready).rejects.toThrow('The renderer of the preview has ended.')
  await expect(renderers.ask({ kind: 'pages' })).rejects.toThrow('The renderer of the preview has ended.')
  rmSync(cache, { recursive: true })
})
