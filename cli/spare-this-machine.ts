/**
 * Adds this machine to the hosts that no proxy is used for, because no proxy can reach the service over content files.
 * Node's own clients read the variable for each request.
 */
export function spareThisMachine(env: NodeJS.ProcessEnv): void {
  if (env.NODE_USE_ENV_PROXY !== '1') return
  const name = env.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy'
  env[name] = [env[name] || [], '127.0.0.1', 'localhost', '::1'].flat().join()
}
