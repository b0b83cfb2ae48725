import { Worker } from 'node:worker_threads'

/** Code of a thread that kills the process when its parent process has been gone for a second. */
const watcher = `
const parent = require('node:worker_threads').workerData
const kill = () => process.kill(process.pid, 'SIGKILL')
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  setTimeout(kill, 1000)
}, 1000)`

/**
 * Kills this process a second or two after its parent process has ended, unless it has ended by itself. In an endless
 * loop of a component no event, such as `disconnect`, ever comes.
 */
export function killWithParent(): void {
  new Worker(watcher, { eval: true, execArgv: [], workerData: process.ppid }).unref()
}
