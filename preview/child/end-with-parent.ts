import { killWithParent } from '#renderer/kill-with-parent.ts'

/**
 * Ends this process with its parent process, and not before. Ctrl+C, a closed terminal and a service that is stopped
 * reach both processes, and the parent decides what follows.
 */
export function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  killWithParent()
}
