import { Agent, EnvHttpProxyAgent } from 'undici'
import { maxHeaderSize, takesProxies } from './connections.ts'

/** Opens undici's connections. For requests through a proxy the proxy looks up the host names, and not `connect`. */
export function openAgent(options: Agent.Options): Agent | EnvHttpProxyAgent {
  const agentOptions = { maxHeaderSize, ...options }
  return takesProxies() ? new EnvHttpProxyAgent(agentOptions) : new Agent(agentOptions)
}
