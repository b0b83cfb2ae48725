import http, { type Agent, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import { type Connect, maxHeaderSize, type Received } from './connections.ts'

/** The most bytes of a body that are read to use its connection again, as with undici. */
const maxDumpedBytes = 128 * 1024

/**
 * Connections by Node's own client, for a few hundred requests: it loads in a third of
 * the time that undici takes. It uses no proxy.
 */
export const connectByNode: Connect = ({ most: maxSockets, innerHosts }) => {
  const agents = new Map<string, Agent>()
  return {
    async request(url, { headers, signal, isGuarded }) {
      const { Agent, request } = url.protocol === 'https:' ? process.getBuiltinModule('node:https') : http // slow to load
      const lookup = isGuarded ? (await import('./guarded-lookup.ts')).guardedLookup(innerHosts) : undefined
      const name = `${url.protocol} ${isGuarded}` // a connection that was not guarded must not serve guarded requests
      const agent = agents.get(name) ?? new Agent({ keepAlive: true, maxSockets, ...(lookup && { lookup }) })
      agents.set(name, agent)
      return new Promise((resolve, reject) => {
        const sent = request(url, { headers, signal, agent, maxHeaderSize })
        sent.on('response', (answer) => resolve(receivedOf(answer)))
        sent.on('error', reject)
        // After a 101, Node closes the connection without an answer or an error.
        sent.on('close', () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })))
        sent.end()
      })
    },
    async close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function receivedOf(answer: IncomingMessage): Received {
  const { statusCode = 0, headers } = answer
  return {
    statusCode,
    headers,
    body: answer,
    dump: () =>
      new Promise((done) => {
        let left = maxDumpedBytes
        answer.on('data', (chunk: Buffer) => {
          left -= chunk.length
          if (left < 0) answer.destroy()
        })
        answer.on('error', () => {}) // the headers say enough
        finished(answer, () => done())
      }),
  }
}
