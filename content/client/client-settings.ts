import { UsageError } from '#content/finding.ts'

/**
 * Parses a token, which may end with the line break of the file it was read from, or begin with the word "Bearer" from
 * the header. Anything else that a header cannot carry is refused.
 */
export function parseToken(written: string | undefined): string | undefined {
  const token = written?.trim().replace(/^bearer\s+/i, '')
  if (!token || /^[\x20-\x7e]+$/.test(token)) return token
  throw new UsageError('The token in SITE_API_TOKEN contains characters that cannot be sent.', {
    hint: 'Copy the token again: it is one line of letters, digits and punctuation.',
  })
}

/**
 * Parses an http(s) address, and removes trailing slashes. Throws a `UsageError` for
 * anything else, in which `what` names the address.
 */
export function parseBase(address: string, what: string): URL {
  const url = URL.parse(address.replace(/(?<!\/)\/+$/, ''))
  if (url?.username || url?.password) {
    throw new UsageError(`${what} contains a user name or password, which would not be sent.`, {
      hint: 'Remove them from the address, and set SITE_API_TOKEN to a token that the service accepts.',
    })
  }
  const isOfWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isOfWeb && (url.search || url.hash)) {
    throw new UsageError(`${what} is "${address}", which has "${url.search || url.hash}" after its path.`, {
      hint: 'Remove that part: the paths of requests are appended to the address.',
    })
  }
  if (url && isOfWeb) return url
  throw new UsageError(`${what} is "${address}", which is not an http(s) address.`, {
    hint: 'Pass it as in --api http://127.0.0.1:4010/api.',
  })
}
