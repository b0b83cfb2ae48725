import { hash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DemoDatabase } from '#demo/database.ts'

/** A token that works everywhere without a login: for `SITE_API_TOKEN` in builds and previews. */
export const developerToken = 'demo-token'

/** `guest` may log in, but gets 403 for hidden pages and previews. */
const users: readonly { login: string; password: string; mayReadAll: boolean }[] = [
  { login: 'demo', password: 'trasanova', mayReadAll: true },
  { login: 'guest', password: 'trasanova', mayReadAll: false },
]

export type Sessions = {
  /** Returns a new random token, or nothing if login and password do not match. */
  logIn(login: string, password: string): string | undefined
  /** Throws 401 unless the request has a known token, and 403 for pages of other sites. */
  requireToken(c: Context): void
  /** Throws 401 without a known token, and 403 if its user may not read everything. */
  requireFullAccess(c: Context): void
}

/** The users of the demo and their tokens. Tokens are stored in the database as hashes. */
export function openSessions(database: DemoDatabase): Sessions {
  const mayReadAll = (c: Context): boolean => {
    if (isForeign(c))
      throw new HTTPException(403, { message: 'Pages of other sites may read only content that needs no token.' })
    const token = /^Bearer +(\S+) *$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    if (token === developerToken) return true
    const login = token && database.findSessionUser(hash('sha256', token))
    const user = users.find((candidate) => candidate.login === login)
    if (user) return user.mayReadAll
    c.header('WWW-Authenticate', 'Bearer')
    throw new HTTPException(401, {
      message: 'This request needs a valid token. Log in, or send the token in the header "Authorization".',
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
      if (!mayReadAll(c)) throw new HTTPException(403, { message: 'This user has no access.' })
    },
  }
}

/**
 * Whether a request comes from a page of another site, or a foreign name resolves to this machine (DNS rebinding).
 * Tokens do not keep such pages out, because everybody can know them.
 */
function isForeign(c: Context): boolean {
  const own = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)(?::\d+)?$/i
  return [c.req.header('Host'), c.req.header('Origin')].some((name) => name !== undefined && !own.test(name))
}
