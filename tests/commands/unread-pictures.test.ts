import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '#renderer/build/report.ts'
import { page } from '#tests/fixtures/content.ts'
import { openProject, type Project } from './project.ts'
import { change, smallContent } from './small-content.ts'

let project: Project
beforeAll(async () => {
  const content = smallContent()
  change(content, 'en', ({ pages = {} }) => {
    const image = { url: '/media/gone.svg', alt: 'Gone' }
    pages[4] = page(4, 'Team', { blocks: [{ id: 41, type: 'text', html: '<p>Team.</p>', image }] })
  })
  project = await openProject(content)
  const show = "  reader.picture({ url: '/media/map-of-nobody.svg' }, 'text')\n"
  await project.edit('blocks/text/text.tsx', '  const picture = ', `${show}  const picture = `)
})
afterAll(() => project.close())

it('A merge reports missing pictures that are in no field, as a build does', async () => {
  const run = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await project.site(...args)
    expect(code, stderr).toBe(0)
  }
  const api = ['--api', project.service.api]
  const missingIn = async (out: string) => {
    const { warnings } = JSON.parse(await project.read(`${out}/report.json`)) as Report
    return warnings.filter(({ code }) => code === 'image-missing')
  }
  await run('build', '--locale', 'all', '--no-ledger', '--out', 'single')
  await run('plan', ...api, '--no-ledger', '--images', 'off', '--out', 'site.plan')
  for (const index of [1, 2])
    await run('build', '--plan', 'site.plan', '--shard', `${index}/2`, '--out', `part-${index}`, ...api)
  await run('merge', 'part-1', 'part-2', '--no-ledger', '--out', 'merged')
  const missing = await missingIn('single')
  expect(missing.map(({ where }) => where?.url).sort()).toEqual(['/media/gone.svg', '/media/map-of-nobody.svg'])
  expect(await missingIn('merged')).toEqual(missing)
})
