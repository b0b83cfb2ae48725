import { Worker } from 'node:worker_threads'

/** Code of a thread that kills the process soon after its parent process has ended. */
const watcher = `
const parent = require('node:worker_threads').workerData
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1000)`

/**
 * Ends this process with its parent process, and not before. Ctrl+C, a closed terminal and a service that is stopped
 * reach both processes, and the parent decides what follows. In an endless loop of a component the event `disconnect`
 * never comes.
 */
export function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(0))
  new Worker(watcher, { eval: true, execArgv: [], workerData: process.ppid }).unref()
}
