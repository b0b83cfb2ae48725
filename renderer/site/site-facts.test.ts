import { expect, it } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import { siteFacts } from './site-facts.ts'

const baseOf = (api: string, pictureOrigins: string[]) =>
  siteFacts(testSettings({ hosts: { api }, pictureOrigins }), 'pl').inBrowser.pictureBase

it('takes paths of pictures for those of the service only where browsers may fetch pictures from it', () => {
  const api = 'https://cms.example.com/v1/api'
  expect(baseOf(api, ['https://cms.example.com'])).toBe('https://cms.example.com')
  expect(baseOf(api, ['https://pictures.example.com'])).toBeUndefined()
  expect(siteFacts(testSettings(), 'pl').inBrowser).not.toHaveProperty('pictureBase')
})
