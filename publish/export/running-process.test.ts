import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isRunning, processStart } from './running-process.ts'

it('recognises this process, and by its start only this one', () => {
  expect(isRunning(process.pid)).toBe(true)
  expect(isRunning(process.pid, processStart(process.pid))).toBe(true)
  expect(isRunning(999_999_999)).toBe(false)
})

it.runIf(process.platform === 'linux')('distinguishes a later process with the same number', () => {
  expect(processStart(process.pid)).toMatch(/^[0-9a-f-]{36}:\d+$/)
  expect(isRunning(process.pid, 'another-boot:1')).toBe(false)
})

it.runIf(process.platform === 'linux')('recognises a process with any name', async () => {
  const code = "process.title = 'x) Z 1 2'; process.send('named'); process.on('message', () => {})"
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  await once(child, 'message')
  const pid = child.pid ?? 0
  expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain('(x) Z 1 2)')
  expect([isRunning(pid), isRunning(pid, processStart(pid))]).toEqual([true, true])
  child.kill('SIGKILL')
  await once(child, 'exit')
})

it.runIf(process.platform === 'linux')('treats a zombie process as gone', async () => {
  const child = spawn('sleep', ['1000'])
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  expect(isRunning(pid)).toBe(true)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  // There is no pause, so Node cannot reap the process.
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  expect(isRunning(pid)).toBe(false)
  await ended
})
