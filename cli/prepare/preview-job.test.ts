import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { developerToken } from '#demo/visitors/sessions.ts'
import { previewJob, targetOf } from './preview-job.ts'

const options = { cache: '.site', config: 'site.config.ts', images: 'on', type: 'article', port: 0 } as const
const job = (more: object = {}) => previewJob({ ...options, isDemo: false, ...more }, 'http://x/api')

it('shows the page that was asked for, in its locale or in the default locale', () => {
  const target = { nodeType: 'article', id: '21' }
  expect(targetOf('21', options, ['en', 'pl'])).toEqual({ ...target, locale: 'en' })
  expect(targetOf('21', { ...options, locale: 'pl' }, ['en', 'pl'])).toEqual({ ...target, locale: 'pl' })
  expect(targetOf(undefined, options, ['en', 'pl'])).toBeUndefined()
})

it.each(['21', undefined])('refuses a locale that the site does not have, with the page %s', (id) => {
  expect(() => targetOf(id, { ...options, locale: 'cs' }, ['en', 'pl'])).toThrow(
    expect.objectContaining({ message: 'The site has no locale "cs".', hint: 'Choose from: en, pl.' }),
  )
})

it('names folders by absolute paths, and the service only if it is that of the demo', async () => {
  expect(await job()).toMatchObject({
    ...{ config: resolve('site.config.ts'), cache: resolve('.site'), api: 'http://x/api' },
    ...{ images: 'on', token: undefined, service: undefined, isFresh: false },
  })
  expect(await job({ isDemo: true })).toMatchObject({ service: 'demo', token: developerToken })
})

it('sends the given token, even to the service of the demo', async () => {
  expect(await job({ token: 'mine', isDemo: true })).toMatchObject({ token: 'mine' })
})

it('passes on the family, the locale and the service for product categories', async () => {
  const given = { family: 'shop', locale: 'pl', commerceApi: 'http://shop/api' }
  expect(await job(given)).toMatchObject(given)
})

it('exports only current content', async () => {
  expect(await job({ export: 'draft' })).toMatchObject({ isFresh: true })
})
