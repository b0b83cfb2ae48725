import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from '#publish/export/make-folder.js'
import { machineFault } from './machine-fault.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-fault-'))
  writeFileSync(join(root, 'file'), '')
})
afterEach(() => rmSync(root, { recursive: true }))

function faultOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return machineFault(error, '--out')
  }
  throw new Error('It did not fail.')
}

it('names the file in the place of a folder', () => {
  const why = `"${join(root, 'file')}" is a file, but a folder is needed`
  const hint = 'Move it away, or choose another folder with --out.'
  for (const work of [
    () => readdirSync(join(root, 'file')),
    () => mkdirSync(join(root, 'file')),
    () => mkdirSync(join(root, 'file/folder'), { recursive: true }),
    () => writeFileSync(join(root, 'file/new/other'), ''),
    () => renameSync(root, join(root, 'file/moved')),
  ])
    expect(faultOf(work)).toMatchObject({ why, hint, isFull: false })
})

it('names a broken link in the place of a folder', () => {
  const [link, place] = [join(root, 'link'), join(root, 'not-mounted')]
  symlinkSync(place, link)
  const why = `"${link}" points to "${place}", which is missing or is a file, but a folder is needed`
  for (const folder of [link, join(link, 'folder')]) expect(faultOf(() => makeFolder(folder))).toMatchObject({ why })
})

it('names the folder in the place of a file', () => {
  const folder = join(root, 'folder')
  mkdirSync(folder)
  const why = `"${folder}" is a folder, but a file is needed`
  expect(faultOf(() => writeFileSync(folder, ''))).toMatchObject({ why, path: folder })
  expect(faultOf(() => renameSync(join(root, 'file'), folder))).toMatchObject({ why })
  expect(faultOf(() => readFileSync(folder))?.why).toBe('it is a folder, but a file is needed')
})

it('recognises a folder that cannot be removed because it is a mount point', (context) => {
  const folder = join(root, 'mounted')
  mkdirSync(folder)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
  if (status !== 0) return context.skip('Nothing can be mounted here.')
  try {
    const fault = faultOf(() => rmSync(root, { recursive: true, force: true }))
    expect(fault).toMatchObject({ why: 'another program uses it, or it is mounted separately', isOfDisk: true })
  } finally {
    spawnSync('umount', [folder])
  }
})

it.each(['ENOSPC', 'EMFILE'])('reports a limit of watches (%s), not a full disk or too many open files', (code) => {
  const error = Object.assign(new Error(`${code}: watch`), { code, syscall: 'watch', path: root })
  expect(machineFault(error, '--out')).toMatchObject({
    why: 'the system does not allow more files to be watched',
    hint: expect.stringContaining('raise fs.inotify.max_user_watches'),
    ...{ isFull: false, isOfDisk: false },
  })
})

it.each([
  { message: 'glib: Error creating thread: Resource temporarily unavailable' }, // of the encoder of pictures
  { message: 'spawn /bin/sh EAGAIN', code: 'EAGAIN', syscall: 'spawn /bin/sh' },
  { message: 'Worker initialization failure: EAGAIN', code: 'ERR_WORKER_INIT_FAILED' },
])('recognises a limit of processes and threads: $message', (fields) => {
  expect(machineFault(Object.assign(new Error(), fields), '--out')).toMatchObject({
    why: 'the system does not allow this user more processes and threads',
    hint: 'Stop other programs, or raise the limit, for example with "ulimit -u 4096".',
  })
})

it('recognises a package that was installed for another system, or without its optional part', () => {
  const script = `import('sharp').catch(({ message }) => console.log(message))`
  const { stdout } = spawnSync(process.execPath, ['--no-addons', '--eval', script], { encoding: 'utf8' })
  expect(machineFault(new Error(stdout), '--out')).toMatchObject({
    why: 'the package "sharp" of the tool does not work on this system',
    hint: 'Install the packages again on this system, and without "--omit=optional", for example with "npm ci".',
    isOfDisk: false,
  })
})

it('distinguishes a port that needs other rights from such a file', async (context) => {
  const listening = `require('node:http').createServer().listen(80, '127.0.0.1').on('error', ({ code, syscall }) => console.log(JSON.stringify({ code, syscall })))`
  const asNobody = [
    '--reuid=65534',
    '--clear-groups',
    process.execPath,
    '-e',
    `${listening}.on('listening', () => process.exit())`,
  ]
  const { stdout } = spawnSync('setpriv', asNobody, { encoding: 'utf8' })
  if (!stdout) return context.skip('Everyone may listen at port 80 here, or nobody else can be.')
  const error = Object.assign(new Error('listen'), JSON.parse(stdout))
  expect(machineFault(error, '--out')).toMatchObject({ why: 'this user may not listen there', isOfDisk: false })
})

it.each([
  ['ENOSPC', true],
  ['Unknown system error -122', true],
  ['EROFS', true],
  ['EACCES', true],
  ['EXDEV', true],
  ['EBUSY', true],
  ['EIO', true],
  ['ELOOP', true],
  ['EFBIG', true],
  ['EMFILE', false],
  ['ENOMEM', false],
  ['EADDRINUSE', false],
])('recommends another folder after %s: %s', (code, isOfDisk) => {
  const fault = machineFault(Object.assign(new Error(code), { code }), '--out')
  expect(fault?.isOfDisk).toBe(isOfDisk)
  expect(fault?.hint.endsWith(', or choose another folder with --out.')).toBe(isOfDisk)
})
