import { expect, it } from 'vitest'
import { SiteError, UsageError } from '#content/finding.ts'
import { textStream } from '#tests/text-stream.ts'
import { printFailure } from './print-failure.ts'

function printed(error: unknown): string {
  const { stream, text } = textStream()
  printFailure(error, stream)
  return text()
}

it('prints an error with its causes and advice, each once', () => {
  const cause = new Error('too small', { cause: new Error('too small') })
  expect(printed(new UsageError('Wrong size.', { hint: 'Choose another.', cause }))).toBe(
    'Error: Wrong size.\n  because: too small\nChoose another.\n',
  )
})

it('prints a finding with advice, and no stack', () => {
  const finding = { code: 'export-locked' as const, message: 'Another build is under way.', hint: 'Wait for it.' }
  expect(printed(new SiteError(finding))).toBe('Error: Another build is under way.\nWait for it.\n')
})

it('describes a full disk in words', () => {
  const full = Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' })
  expect(printed(new Error('The page cannot be written.', { cause: full }))).toMatch(/because: .*no (room|space)/i)
})

it('adds advice about a fault of the machine if the error has none', () => {
  const printedOf = (code: string): string => {
    const cause = Object.assign(new Error(code), { code, path: 'redirects.json' })
    return printed(new UsageError('"redirects.json" cannot be read.', { cause }))
  }
  expect(printedOf('EMFILE')).toMatch(/\nRaise its limit, .*\n$/)
  expect(printedOf('EACCES')).toMatch(/\nFix its permissions\.\n$/) // another --out would not help
})

it('names a file without read permission', () => {
  const closed = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/heron/output/site' })
  expect(printed(closed)).toMatch(
    /^Error: "\/heron\/output\/site": there is no permission to read or write it\nFix its permissions/,
  )
})

it('names the file whose disk fails, if its path is known', () => {
  const failed = (more: object) => Object.assign(new Error('EIO: i/o error'), { code: 'EIO', ...more })
  const step = 'Check the disk, for example with "dmesg", or choose another folder with --out and --cache.\n'
  expect(printed(failed({ path: '/heron/texts/de.json' }))).toBe(
    `Error: "/heron/texts/de.json": its disk is failing\n${step}`,
  )
  expect(printed(failed({ syscall: 'read' }))).toBe(
    `Error: A file cannot be read or written: its disk is failing\n${step}`,
  )
})

it('adds the stack of unexpected errors, and hides passwords', () => {
  const reported = printed(new Error('no answer from https://me:secret@example.com/'))
  expect(reported).toContain('    at ')
  expect(reported).not.toContain('The error is in')
  expect(reported).not.toContain('secret')
})

it('prints a thrown value that is not an error', () => {
  expect(printed('just words')).toBe('Error: just words\n')
})

it('says in plain words that a file is missing', () => {
  const cause = Object.assign(new Error("ENOENT: no such file or directory, open 'a.plan'"), {
    code: 'ENOENT',
    path: 'a.plan',
  })
  expect(printed(new UsageError('No plan.', { cause }))).toBe('Error: No plan.\n  because: "a.plan" does not exist\n')
})

it('shows control characters in the words of a service', () => {
  const cause = new Error('\u001b[2Jgone')
  expect(printed(new UsageError('No answer.', { cause }))).toBe('Error: No answer.\n  because: \\u001b[2Jgone\n')
})

it('names the place in an own block instead of the stack', () => {
  const error = Object.assign(new Error('x is not defined'), {
    stack: 'Error: x\n    at /heron/blocks/quote/schema.ts:5:14',
  })
  expect(printed(error)).toMatch(
    /^Error: x is not defined\nThe error is in ".*heron\/blocks\/quote\/schema\.ts", line 5\. .*\n$/,
  )
  expect(printed(error)).toContain('. Fix it there.\n') // the command may start again by itself
})
