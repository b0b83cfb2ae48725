import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

/** Runs a few lines as a command in a separate process. */
const runCommand = (code: string) => {
  const script = `
    import { endProcess, refuseExit } from '${resolve('cli/end-process.ts')}'
    async function command() { using _refusal = refuseExit(); ${code} }
    await command()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return [status, stderr]
}

it.each([0, 1, 3])('A command that code of the site ends with "process.exit(%i)" fails and says why', (code) => {
  expect(runCommand(`process.exit(${code})`)).toEqual([1, expect.stringContaining('Remove calls of "process.exit"')])
})

it('A command that waits for something that never happens fails and says so', () => {
  const words = expect.stringContaining('waits for something that never happens')
  expect(runCommand('await new Promise(() => {})')).toEqual([1, words])
})

it('A command that ends itself, or is done, is not refused', () => {
  expect(runCommand('endProcess(2)')).toEqual([2, ''])
  expect(runCommand('return')).toEqual([0, ''])
})
