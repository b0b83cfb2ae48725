import { Worker } from 'node:worker_threads'

/** Code of a thread that kills the process soon after its parent process has ended. */
const watcher = `
const parent = require('node:worker_threads').workerData
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1000)`

/**
 * Ends this process with its parent process, even if a component runs in an endless loop: then the event `disconnect`
 * never comes.
 */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0))
  new Worker(watcher, { eval: true, execArgv: [], workerData: process.ppid }).unref()
}
