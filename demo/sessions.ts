import { hash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DemoDatabase } from './database.ts'

/** Works everywhere without a login: for `SITE_API_TOKEN` at build and preview time. */
export const developerToken = 'demo-token'

/** `guest` may log in, but hidden pages and previews are refused with 403. */
const users: readonly { login: string; password: string; mayReadAll: boolean }[] = [
  { login: 'demo', password: 'trasanova', mayReadAll: true },
  { login: 'guest', password: 'trasanova', mayReadAll: false },
]

export type Sessions = {
  /** A new random token, or nothing when login and password do not fit. */
  logIn(login: string, password: string): string | undefined
  /** Throws 401 unless the request carries a token that is known, 403 for pages of other sites. */
  requireToken(c: Context): void
  /** Throws 401 without a known token, 403 when its user may not read everything. */
  requireFullAccess(c: Context): void
}

/** The users of the demo and their tokens; tokens are kept in the database as hashes. */
export function openSessions(database: DemoDatabase): Sessions {
  const mayReadAll = (c: Context): boolean => {
    if (isForeign(c))
      throw new HTTPException(403, { message: 'Pages of other sites may read only what needs no token.' })
    const token = /^Bearer +(\S+) *$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    if (token === developerToken) return true
    const login = token && database.findSessionUser(hash('sha256', token))
    const user = users.find((candidate) => candidate.login === login)
    if (user) return user.mayReadAll
    c.header('WWW-Authenticate', 'Bearer')
    throw new HTTPException(401, {
      message: 'This needs a valid token. Log in, or send the token in the header "Authorization".',
    })
  }

  return {
    logIn(login, password) {
      const user = users.find((candidate) => candidate.login === login && candidate.password === password)
      if (!user) return undefined
      const token = randomBytes(24).toString('base64url')
      database.addSession(hash('sha256', token), user.login)
      return token
    },
    requireToken: (c) => void mayReadAll(c),
    requireFullAccess(c) {
      if (!mayReadAll(c)) throw new HTTPException(403, { message: 'The access was not granted to this user.' })
    },
  }
}

/**
 * Whether a page of another site asks, or a foreign name leads here (DNS rebinding). The tokens keep no such page out, as anyone can know
 * them.
 */
function isForeign(c: Context): boolean {
  const own = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)(?::\d+)?$/i
  return [c.req.header('Host'), c.req.header('Origin')].some((name) => name !== undefined && !own.test(name))
}
