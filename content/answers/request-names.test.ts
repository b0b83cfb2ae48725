import { expect, it } from 'vitest'
import { nameRequests } from './request-names.ts'

const api = 'https://cms.example/api'
const { nameOf, addressOf } = nameRequests(new URL(`${api}/`), new URL('https://shop.example/api/v2'))

it.each([
  [`${api}/pages/1?locale=de`, 'api:/pages/1?locale=de'],
  [`${api}?a=1`, 'api:?a=1'],
  ['https://cms.example/apis/1', 'origin:/apis/1'],
  ['https://cms.example/media/a.jpg', 'origin:/media/a.jpg'],
  ['https://shop.example/api/v2/categories', 'commerce:/categories'],
  ['https://shop.example/api/v20', 'https://shop.example/api/v20'],
  ['https://cms.example.evil/api/1', 'https://cms.example.evil/api/1'],
])('names %s %s, and finds the address by that name', (address, name) => {
  expect(nameOf(new URL(address))).toBe(name)
  expect(addressOf(name)?.href).toBe(address)
})

it('gives an address the same name after the service moved', () => {
  const moved = nameRequests(new URL('http://localhost:4000/api'), new URL('http://localhost:4000/api'))
  expect(moved.addressOf(nameOf(new URL(`${api}/pages/1`)))?.href).toBe('http://localhost:4000/api/pages/1')
  expect(moved.addressOf('no address')).toBeUndefined()
})
