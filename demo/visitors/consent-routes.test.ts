import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallContent, startTestService, type TestService } from '#tests/fixtures/demo-test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(smallContent)
})
afterAll(() => service.close())

const consent = {
  referral: 'https://www.trasanova.example/',
  necessaryConsent: true,
  functionalConsent: true,
  analyticConsent: false,
  advertisingConsent: false,
}

it('stores and changes a consent, and returns it with its id', async () => {
  const created = await service.ask('/api/cookie_consents', { method: 'POST', json: consent })
  expect(created.status).toBe(201)
  const { id } = created.json() as { id: string }
  expect(created.json()).toEqual({ id, ...consent })
  const changed = await service.ask(`/api/cookie_consents/${id}`, {
    method: 'PUT',
    json: { ...consent, analyticConsent: true },
  })
  expect(changed.status).toBe(200)
  expect(changed.json()).toEqual({ id, ...consent, analyticConsent: true })
  const database = new DatabaseSync(service.database, { readOnly: true })
  const row = database.prepare('SELECT body FROM cookie_consents WHERE id = ?').get(id)
  database.close()
  expect(JSON.parse(String(row?.body))).toMatchObject({ analyticConsent: true })
})

it('answers 404 for an unknown consent', async () => {
  const answer = await service.ask('/api/cookie_consents/7', { method: 'PUT', json: consent })
  expect(answer.json()).toMatchObject({ code: 404, message: expect.stringContaining('POST') })
})

it('answers 422 for a switch that is not a boolean, and for a missing address', async () => {
  const answer = await service.ask('/api/cookie_consents', {
    method: 'POST',
    json: { ...consent, referral: undefined, analyticConsent: 'yes' },
  })
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({
    violations: [{ propertyPath: 'referral' }, { propertyPath: 'analyticConsent' }],
  })
})

it('stores one consent per Idempotency-Key', async () => {
  const send = () =>
    service.ask('/api/cookie_consents', { method: 'POST', json: consent, headers: { 'idempotency-key': 'k1' } })
  expect((await send()).json()).toEqual((await send()).json())
})
