import { Agent, EnvHttpProxyAgent } from 'undici'
import { maxHeaderSize, takesProxies } from './connections.ts'

/** Opens undici's connections. What goes by a proxy has its names looked up there, and not by `connect`. */
export function openAgent(options: Agent.Options): Agent | EnvHttpProxyAgent {
  const given = { maxHeaderSize, ...options }
  return takesProxies() ? new EnvHttpProxyAgent(given) : new Agent(given)
}
