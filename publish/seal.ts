import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** The prefixes of seals, which name how the seal was made. */
const kinds = { plain: 'sha256:', keyed: 'hmac-sha256:' }

/**
 * The seal of bytes: their digest or, with a key (`SITE_PLAN_KEY`), their HMAC, which nobody can make without the key.
 */
export function sealOf(bytes: Uint8Array | string, key: string | undefined): string {
  if (!key) return `${kinds.plain}${hash('sha256', bytes)}`
  return `${kinds.keyed}${createHmac('sha256', key).update(bytes).digest('hex')}`
}

/**
 * What is wrong with a seal, as words that follow the name of the file, or `undefined` if it is the seal of these
 * bytes.
 */
export function wrongSeal(seal: string, bytes: Uint8Array | string, key: string | undefined): string | undefined {
  const isKeyed = seal.startsWith(kinds.keyed)
  if (isKeyed && !key) return 'is signed, but SITE_PLAN_KEY is not set'
  if (!isKeyed && key) return 'is not signed, but SITE_PLAN_KEY is set'
  const [given, wanted] = [Buffer.from(seal), Buffer.from(sealOf(bytes, key))]
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return undefined
  return isKeyed ? 'is damaged, or was signed with another SITE_PLAN_KEY' : 'is damaged'
}
