import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { type Consent, consentSchema, type DemoDatabase } from '#demo/database.ts'
import { idempotencyKey } from '#demo/idempotency-key.ts'
import { readBody } from '#demo/read-body.ts'

/**
 * `POST /cookie_consents` → 201 and `PUT /cookie_consents/{id}` → 200, both with the consent and its `id`; 404 for an
 * unknown id, 422 with violations.
 */
export function consentRoutes(database: DemoDatabase): Hono {
  return new Hono()
    .post('/', async (c) => {
      const consent = await readConsent(c)
      if (consent instanceof Response) return consent
      return c.json({ id: database.addConsent(consent, idempotencyKey(c)), ...consent }, 201)
    })
    .put('/:id', async (c) => {
      const consent = await readConsent(c)
      if (consent instanceof Response) return consent
      const id = c.req.param('id')
      if (database.updateConsent(id, consent)) return c.json({ id, ...consent })
      throw new HTTPException(404, { message: `There is no consent "${id}". Store it with POST first.` })
    })
}

async function readConsent(c: Context): Promise<Consent | Response> {
  const { values } = await readBody(c)
  const { data, error } = consentSchema.safeParse(Object.fromEntries(values))
  if (data) return data
  const violations = error.issues.map(({ path: [propertyPath] }) => ({
    propertyPath,
    message: propertyPath === 'referral' ? 'The address of the page, up to 2000 characters.' : 'Either true or false.',
  }))
  return c.json({ violations }, 422)
}
