import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallContent, startTestService, type TestService } from '#tests/fixtures/demo-test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(smallContent)
})
afterAll(() => service.close())

const logIn = async (fields: Record<string, unknown>): Promise<string> => {
  const answer = await service.ask('/api/login', { method: 'POST', json: fields })
  expect(answer.status).toBe(200)
  return (answer.json() as { token: string }).token
}
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('login', () => {
  it('returns a new token each time, for "login" or "name"', async () => {
    const first = await logIn({ login: 'demo', password: 'trasanova' })
    const second = await logIn({ name: 'demo', password: 'trasanova' })
    expect(first).not.toBe(second)
    expect(first.length).toBeGreaterThanOrEqual(32)
  })

  it.each([
    { login: 'demo', password: 'wrong' },
    { login: 'nobody', password: 'trasanova' },
    { login: ['demo'], password: 'trasanova' },
    {},
  ])('is 401 for %j', async (fields) => {
    const answer = await service.ask('/api/login', { method: 'POST', json: fields })
    expect(answer.json()).toEqual({ code: 401, message: 'The login or the password is wrong.' })
  })

  it('issues tokens that pass the check (204), while others fail it (401)', async () => {
    const token = await logIn({ login: 'guest', password: 'trasanova' })
    expect((await service.ask('/api/token/check', withToken(token))).status).toBe(204)
    expect((await service.ask('/api/token/check', withToken('demo-token'))).status).toBe(204)
    expect((await service.ask('/api/token/check', withToken('__proto__'))).status).toBe(401)
    const missing = await service.ask('/api/token/check')
    expect(missing.status).toBe(401)
    expect(missing.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('hidden pages', () => {
  it('are 401 without a token, 403 for the guest, and complete for the demo user', async () => {
    const path = '/api/hidden_pages/prices?locale=en'
    expect((await service.ask(path)).json()).toMatchObject({ code: 401 })
    const guest = await logIn({ login: 'guest', password: 'trasanova' })
    expect((await service.ask(path, withToken(guest))).json()).toMatchObject({ code: 403 })
    const demo = await logIn({ login: 'demo', password: 'trasanova' })
    const page = await service.ask(path, withToken(demo))
    expect(page.json()).toMatchObject({ id: 601, title: 'Prices' })
    expect(page.headers.get('cache-control')).toBe('private, no-store')
  })

  it('are 404 only for users who may read them', async () => {
    expect((await service.ask('/api/hidden_pages/none?locale=en')).status).toBe(401)
    expect((await service.ask('/api/hidden_pages/none?locale=en', withToken('demo-token'))).status).toBe(404)
  })

  it('are 403 for the guest, as previews are', async () => {
    const guest = await logIn({ login: 'guest', password: 'trasanova' })
    expect((await service.ask('/api/pages/1?locale=en&preview=true', withToken(guest))).status).toBe(403)
  })
})

it('refuses tokens from pages of other sites and for other host names, because anyone can know them', async () => {
  const demo = await logIn({ login: 'demo', password: 'trasanova' })
  const statusFor = (headers: Record<string, string>, path = '/api/pages/1?locale=en&preview=true') =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.origin)
      const sent = request({ hostname, port, path, headers }, (answer) => resolve(answer.resume().statusCode))
      sent.on('error', reject).end()
    })
  const own = ['http://127.0.0.1:4000', 'http://localhost:4000', 'https://localhost']
  const foreign = ['https://evil.example', 'http://127.0.0.1.evil.example', 'null']
  for (const token of ['demo-token', demo]) {
    const authorization = `Bearer ${token}`
    for (const origin of own) expect(await statusFor({ authorization, origin })).toBe(200)
    for (const origin of foreign) expect(await statusFor({ authorization, origin })).toBe(403)
    expect(await statusFor({ authorization, host: 'evil.example:4000' })).toBe(403)
  }
  expect(await statusFor({ origin: 'https://evil.example' }, '/api/menus?locale=en')).toBe(200)
})
