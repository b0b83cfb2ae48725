import { expect, it } from 'vitest'
import type { SitePlanData } from '#renderer/shards/site-plan.ts'
import { plannedOptions } from './planned-options.ts'

const options: SitePlanData['options'] = {
  ...{ locales: ['pl', 'en'], engine: 'preact', images: 'off', strict: true, family: 'shop' },
  api: 'http://planned/api',
}
const optionsOf = (more: Partial<SitePlanData['options']> = {}) =>
  plannedOptions({ options: { ...options, ...more } } as SitePlanData) // no other field of a plan is read

it('turns a plan into the options of commands that work on it', () => {
  expect(optionsOf()).toEqual({
    ...{ locale: 'pl,en', engine: 'preact', images: 'off', strict: true, family: 'shop' },
    api: 'http://planned/api',
  })
})

it('names the service of product categories, and the service over files, if the plan does', () => {
  expect(optionsOf({ commerceApi: 'http://shop/api', service: 'demo' })).toMatchObject({
    commerceApi: 'http://shop/api',
    service: 'demo',
  })
})
