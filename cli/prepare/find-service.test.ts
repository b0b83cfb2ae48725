import { mkdirSync, rmdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SettingsInput } from '#renderer/settings.ts'
import { type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { findContent, findService } from './find-service.ts'

let site: OwnSite
beforeEach(() => open())
afterEach(() => site.remove())

function open(settings?: Partial<SettingsInput>): void {
  site?.remove()
  site = openOwnSite(settings)
  mkdirSync(site.at('content'))
}
const filesOf = (root: string) => ({
  contentFolder: `${root}/content`,
  mediaFolder: `${root}/media`,
  industries: testSettings().industries,
})

it('uses the named service, without reading settings', async () => {
  const named = { api: 'http://named/api', config: 'none.ts' }
  expect(await findService(named)).toEqual({ api: 'http://named/api' })
})

it('refuses an invalid address', async () => {
  const reported = 'The address of the content service is "cms", which is not an http(s) address.'
  await expect(findService({ api: 'cms', config: 'none.ts' })).rejects.toThrow(reported)
})

it('uses the service of the settings, or the files of the site', async () => {
  const { options } = site
  expect(await findService(options)).toEqual({ files: filesOf(site.root) })
  open({ api: 'http://settings/api' })
  const { options: other } = site
  expect(await findService(other)).toEqual({ api: 'http://settings/api' })
})

it('finds the files of a site even if its settings name a service, and outside a site those of the demo', async () => {
  open({ api: 'http://settings/api' })
  const { options } = site
  expect(await findContent(options)).toEqual({ files: filesOf(site.root) })
  expect(await findContent({ config: site.at('none.ts') })).toEqual({})
})

it('explains where content comes from for a site with a service and no files', async () => {
  open({ api: 'http://me:secret@settings/api' })
  rmdirSync(site.at('content'))
  await expect(findContent(site.options)).rejects.toThrow(
    'The content of this site comes from "http://***@settings/api"',
  )
})
