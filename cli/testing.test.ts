import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBlock } from './testing.js'

it('checks the rules on a block whose schema does not accept hostile texts everywhere', async () => {
  const site = await mkdtemp(join(tmpdir(), 'site-testing-'))
  const folder = join(site, 'blocks/tide')
  await mkdir(folder, { recursive: true })
  const files = {
    'schema.ts': `import * as z from 'zod'
import { headingSchema } from 'site/content/field-schemas.ts'
import { ownBlockSchema } from 'site/content/own-block.ts'
export const schema = ownBlockSchema('tide', {
  when: z.coerce.date(),
  mail: z.email(),
  motto: headingSchema.max(20),
  heights: z.record(z.string(), z.number()),
  range: z.tuple([z.number(), z.number()]),
  harbours: z.array(z.object({ name: headingSchema })).default([]),
})
`,
    'tide.tsx': `export const Tide = ({ block }: any) => (
  <h3 style={{ color: 'red' }}>{[block.when.getUTCFullYear(), block.mail, block.motto, block.harbours[0]?.name].join()}</h3>
)
`,
    'demo.yaml':
      '- { id: 1, type: tide, when: 2026-05-06, mail: a@example.com, motto: Wait, heights: { dawn: 3 }, range: [1, 2] }\n',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { demo, render, breaches } = await openBlock(folder)
  expect(render(demo)).toContain('2026,a@example.com,Wait')
  expect(breaches()).toEqual([
    expect.stringMatching(/^An element has a style of its own/),
    'The first heading is no h2.',
    expect.stringMatching(/^Without a headline the first heading/),
  ])
  await rm(site, { recursive: true })
})
