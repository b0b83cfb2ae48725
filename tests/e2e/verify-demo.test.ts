import { expect, inject, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { enginesOf } from './stage.ts'

it.runIf(isSoak).each(enginesOf('react'))('the demo site rendered with %s passes "site verify"', async (engine) => {
  const out = inject('exports')[engine]
  const { stderr } = await runSite([
    ...['verify', '--all', '--locale', 'de', '--engine', engine, '--images', 'off'],
    ...['--out', out, '--cache', `${out}-cache`],
  ])
  expect(stderr).toContain('Verified 71 pages: all match the export.\n')
})
