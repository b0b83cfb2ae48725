import { Agent, EnvHttpProxyAgent } from 'undici'
import { maxHeaderSize, takesProxies } from './connections.ts'

/** Opens undici's connections. If requests go through a proxy, the proxy looks up host names instead of `connect`. */
export function openAgent(options: Agent.Options): Agent | EnvHttpProxyAgent {
  const agentOptions = { maxHeaderSize, ...options }
  return takesProxies() ? new EnvHttpProxyAgent(agentOptions) : new Agent(agentOptions)
}
