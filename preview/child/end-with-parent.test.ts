import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { isRunning } from '#publish/export/running-process.ts'

it('leaves it to the parent process what a signal to both means', async () => {
  const script = `import { endWithParent } from '${resolve('preview/child/end-with-parent.ts')}'
     endWithParent()
     process.on('message', () => process.disconnect())
     for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.kill(process.pid, signal)
     process.send('alive')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  expect(await once(child, 'message')).toEqual(['alive', undefined])
  child.send('end')
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('ends a process in an endless loop when its parent process was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-orphan-'))
  const child = join(folder, 'child.mjs')
  writeFileSync(
    child,
    `import { endWithParent } from '${resolve('preview/child/end-with-parent.ts')}'
     endWithParent()
     process.send(process.pid, () => { for (;;); })`,
  )
  const script = `require('node:child_process').fork('${child}').on('message', (pid) => console.log(pid))`
  const parent = spawn(process.execPath, ['-e', script])
  const [pid] = await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  try {
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
  } finally {
    if (isRunning(Number(pid))) process.kill(Number(pid), 'SIGKILL')
    rmSync(folder, { recursive: true })
  }
})
