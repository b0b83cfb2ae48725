import { Agent, EnvHttpProxyAgent } from 'undici'
import { takesProxies } from './connections.ts'

/** Opens undici's connections. What goes by a proxy has its names looked up there, and not by `connect`. */
export function openAgent(options: Agent.Options): Agent | EnvHttpProxyAgent {
  return takesProxies() ? new EnvHttpProxyAgent(options) : new Agent(options)
}
