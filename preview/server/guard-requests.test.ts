import { expect, it } from 'vitest'
import { refusalOf } from './guard-requests.ts'

const host = '127.0.0.1:4001'

it.each<[Record<string, string>, number | undefined]>([
  [{}, 421],
  [{ host }, undefined],
  [{ host: 'LOCALHOST:4001' }, undefined],
  [{ host: '127.0.0.1' }, 421],
  [{ host: '127.0.0.1:4002' }, 421],
  [{ host: 'evil.example:4001' }, 421],
  [{ host: '127.0.0.1:4001.evil.example' }, 421],
  [{ host, origin: `http://${host}` }, undefined],
  [{ host, origin: 'http://localhost:4001' }, 403],
  [{ host, origin: 'null' }, 403],
  [{ host, origin: `https://${host}` }, 403],
  [{ host, 'sec-fetch-site': 'none' }, undefined],
  [{ host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, undefined],
  [{ host, 'sec-fetch-site': 'same-site' }, 403],
  [{ host, 'sec-fetch-site': 'cross-site' }, 403],
  [{ host, 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 403],
])('A request with %j is refused with %s', (headers, status) => {
  expect(refusalOf(new Headers(headers), 4001)?.status).toBe(status)
})

it('accepts addresses without the port that browsers leave out', () => {
  const headers = new Headers({ host: '127.0.0.1', origin: 'http://127.0.0.1' })
  expect(refusalOf(headers, 80)).toBeUndefined()
})
