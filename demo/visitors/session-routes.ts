import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { readBody } from '#demo/read-body.ts'
import type { Sessions } from './sessions.ts'

/** `POST /login` (`login` or `name`, and `password`) → `{token}`, and `GET /token/check` → 204; 401 otherwise. */
export function sessionRoutes(sessions: Sessions): Hono {
  return new Hono()
    .post('/login', async (c) => {
      const { values } = await readBody(c)
      const login = values.get('login') ?? values.get('name')
      const password = values.get('password')
      const token =
        typeof login === 'string' && typeof password === 'string' ? sessions.logIn(login, password) : undefined
      if (token === undefined) throw new HTTPException(401, { message: 'The login or the password is wrong.' })
      c.header('Cache-Control', 'no-store')
      return c.json({ token })
    })
    .get('/token/check', (c) => {
      sessions.requireToken(c)
      c.header('Cache-Control', 'no-store')
      return c.body(null, 204)
    })
}
