import { expect, it } from 'vitest'
import type { SitePlanData } from '#renderer/shards/site-plan.ts'
import { toldOptions } from './told-options.ts'

const told: SitePlanData['told'] = {
  ...{ locales: ['pl', 'en'], engine: 'preact', images: 'off', strict: true, family: 'shop' },
  api: 'http://planned/api',
}
const optionsOf = (more: Partial<SitePlanData['told']> = {}) =>
  toldOptions({ told: { ...told, ...more } } as SitePlanData) // no other field of a plan is read

it('makes of a plan the options of the commands that work on it', () => {
  expect(optionsOf()).toEqual({
    ...{ locale: 'pl,en', engine: 'preact', images: 'off', strict: true, family: 'shop' },
    api: 'http://planned/api',
  })
})

it('names another service for product categories, and the one over files, where the plan was told so', () => {
  expect(optionsOf({ commerceApi: 'http://shop/api', service: 'demo' })).toMatchObject({
    commerceApi: 'http://shop/api',
    service: 'demo',
  })
})
