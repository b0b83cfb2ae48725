import { Agent, request } from 'undici'
import type { Connect } from './connections.ts'
import { guardedLookup } from './guarded-lookup.ts'

const keepAliveTimeout = 10_000

/** Connections for many requests. */
export const connectByUndici: Connect = ({ most: connections, innerHosts }) => {
  const open = new Agent({ connections, keepAliveTimeout })
  const guarded = new Agent({ connections, keepAliveTimeout, connect: { lookup: guardedLookup(innerHosts) } })
  return {
    async request(url, { headers, signal, isGuarded }) {
      const answer = await request(url, { dispatcher: isGuarded ? guarded : open, headers, signal })
      return { ...answer, dump: () => answer.body.dump() }
    },
    close: () => Promise.all([open.close(), guarded.close()]).then(() => {}),
  }
}
