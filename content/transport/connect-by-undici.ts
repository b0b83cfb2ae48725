import { request } from 'undici'
import type { Connect } from './connections.ts'
import { guardedLookup } from './guarded-lookup.ts'
import { openAgent } from './open-agent.ts'

const keepAliveTimeout = 10_000

/** Connections for many requests. */
export const connectByUndici: Connect = ({ most: connections, innerHosts }) => {
  const open = openAgent({ connections, keepAliveTimeout })
  const guarded = openAgent({ connections, keepAliveTimeout, connect: { lookup: guardedLookup(innerHosts) } })
  return {
    async request(url, { headers, signal, isGuarded }) {
      const answer = await request(url, { dispatcher: isGuarded ? guarded : open, headers, signal })
      return { ...answer, dump: () => answer.body.dump() }
    },
    close: () => Promise.all([open.close(), guarded.close()]).then(() => {}),
  }
}
