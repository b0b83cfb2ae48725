import { UsageError } from '#content/finding.ts'

/**
 * Parses a token, which may end with the line break of the file it was read from, or begin with the word "Bearer" from
 * the header. Anything else that a header cannot carry is refused.
 */
export function parseToken(written: string | undefined): string | undefined {
  const token = written?.trim().replace(/^bearer\s+/i, '')
  if (!token || /^[\x20-\x7e]+$/.test(token)) return token
  throw new UsageError('The token in SITE_API_TOKEN holds characters that cannot be sent.', {
    hint: 'Copy it again: a token is one line of letters, digits and signs.',
  })
}

/**
 * Parses an http(s) address, and removes trailing slashes. Throws a `UsageError` for
 * anything else, in which `what` names the address.
 */
export function parseBase(address: string, what: string): URL {
  const url = URL.parse(address.replace(/(?<!\/)\/+$/, ''))
  if (url?.username || url?.password) {
    throw new UsageError(`${what} holds a user name or password, which would not be sent.`, {
      hint: 'Take them out of the address; what the service accepts is a token in SITE_API_TOKEN.',
    })
  }
  const isOfWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isOfWeb && (url.search || url.hash)) {
    throw new UsageError(`${what} is "${address}", which goes on after its path with "${url.search || url.hash}".`, {
      hint: 'Leave that out: the paths of requests are put after the address.',
    })
  }
  if (url && isOfWeb) return url
  throw new UsageError(`${what} is "${address}", which is not an http(s) address.`, {
    hint: 'Pass it as in --api http://127.0.0.1:4010/api.',
  })
}
