import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { addressRulesOf } from './addresses.ts'
import { checkLedger, type Ledger, type LedgerAddition, readLedger, stageLedger, writtenAddress } from './ledger.ts'

const folders: string[] = []
let file: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-ledger-'))
  folders.push(folder)
  file = join(folder, 'addresses.txt')
})
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const rules = addressRulesOf({
  family: 'main',
  defaultLocale: 'pl',
  locales: ['pl', 'en'],
  built: ['pl'],
  pages: ['/', '/firma/o-nas', '/kontakt', '/strefa', '/uslugi/monitoring-gps-maszyn-rolniczych'],
  files: ['/feed.xml'],
  shells: [{ prefix: '/strefa/', suffix: '' }],
})

const check = (...addresses: string[]) => checkIn({}, ...addresses)

function checkIn(build: { dryRun?: boolean }, ...addresses: string[]) {
  const findings = new Findings()
  const currentAddressOf = (address: string) =>
    address.startsWith('/jobs') ? '/kontakt' : address.startsWith('/firma/o-nich') ? null : undefined
  checkLedger({
    ledger: { addresses },
    rules,
    moved: new Set(['/stare']),
    gone: new Set(['/jobs/3', '/firma/o-nich/3']),
    currentAddressOf,
    findings,
    ...build,
  })
  return findings.errors
}

it('does not report pages, files, shells, redirects and locales that were not built', () => {
  expect(check('/', '/kontakt', '/feed.xml', '/strefa/x', '/stare', '/en/help')).toEqual([])
})

it('reports each vanished address with the most similar existing ones', () => {
  expect(check('/uslugi/monitoring-maszyn-rolniczych', '/o-nas')).toEqual([
    {
      code: 'address-vanished',
      message: 'The address "/o-nas" was published before, but no page, redirect or tombstone answers it any more.',
      where: { path: '/o-nas' },
      hint: 'Redirect it to its new address, or declare it gone for good, with --gone instead of the second address: npx site redirects add /o-nas /firma/o-nas',
    },
    expect.objectContaining({
      where: { path: '/uslugi/monitoring-maszyn-rolniczych' },
      hint: expect.stringMatching(
        / \/uslugi\/monitoring-maszyn-rolniczych \/uslugi\/monitoring-gps-maszyn-rolniczych$/,
      ),
    }),
  ])
})

it('suggests the new address of a moved page, whatever its name', () => {
  const [one] = check('/jobs')
  expect(one).toMatchObject({ where: { path: '/jobs', url: '/kontakt' } })
  expect(one?.hint).toBe(
    'Its page is at "/kontakt" now. Redirect the address there, or declare it gone for good, with --gone instead of the second address: npx site redirects add /jobs /kontakt',
  )
})

it('names the command for all moved pages if there are several', () => {
  const hints = check('/jobs', '/jobs/2', '/firma/o-nich').map(({ hint }) => hint ?? '')
  const ofAll = '; for all 2 pages that moved: npx site redirects add-moved'
  expect(hints.filter((hint) => hint.includes('/kontakt')).every((hint) => hint.endsWith(ofAll))).toBe(true)
  expect(hints.filter((hint) => hint.includes(ofAll))).toHaveLength(2)
  for (const { hint } of checkIn({ dryRun: true }, '/jobs', '/jobs/2')) expect(hint).toMatch(/ \/kontakt$/)
})

it('reports an address of a tombstone if its page has only moved', () => {
  expect(check('/firma/o-nich/3')).toEqual([])
  expect(check('/jobs/3')).toMatchObject([
    {
      message: 'redirects.json declares the address "/jobs/3" gone for good, but its page is elsewhere now.',
      where: { path: '/jobs/3', url: '/kontakt' },
      hint: 'Its page is at "/kontakt" now. Redirect the address there: npx site redirects add /jobs/3 /kontakt',
    },
  ])
})

it('says that an address is gone if its page is no longer published', () => {
  const [one] = check('/firma/o-nich')
  expect(one?.hint).toBe(
    'Its page is no longer published. Declare the address gone for good, or redirect it (similar addresses: "/firma/o-nas"), with an address instead of --gone: npx site redirects add /firma/o-nich --gone',
  )
})

it('says where to remove an address at which no redirect can start', () => {
  const found = check('/sale*2026', '/firma/o-nich', '/firma/o-nich/2')
  expect(found.find(({ where }) => where?.path === '/sale*2026')?.hint).toBe(
    'Neither a redirect nor a tombstone can be written for it: expected one address: patterns with "*" or ":name" are not supported. Remove its line from the ledger (addresses.txt).',
  )
  expect(found.filter(({ hint }) => hint?.includes('for all 2 pages'))).toHaveLength(2)
})

it('suggests no similar address if there is none', () => {
  const [one] = check('/firma/o-nich/xyz/qqq-vvv-xxx')
  expect(one?.hint).toContain('or redirect it, with an address')
})

it('names the command for all pages that are no longer published if there are several', () => {
  const ofAll = '; for all 2 pages that are no longer published: npx site redirects add-gone'
  const hints = check('/jobs', '/firma/o-nich', '/firma/o-nich/2').map(({ hint }) => hint ?? '')
  expect(hints.filter((hint) => hint.endsWith(`--gone${ofAll}`))).toHaveLength(2)
  expect(hints.filter((hint) => hint.includes('add-moved'))).toEqual([])
  for (const { hint } of checkIn({ dryRun: true }, '/firma/o-nich', '/firma/o-nich/2')) expect(hint).toMatch(/--gone$/)
})

it('reports an address that only changed its case, quoted for the shell', () => {
  const [one, unseen, other] = check('/Kontakt', '/a\u200fb\u00a0c', "/don't panic")
  expect(one?.hint).toContain('add /Kontakt /kontakt')
  expect(unseen?.hint).toContain('add /a%E2%80%8Fb%C2%A0c ')
  expect(other?.hint).toContain("add '/don'\\''t panic' /new-address")
})

async function addToLedger(file: string, ledger: Ledger, addition: LedgerAddition): Promise<void> {
  await using staged = await stageLedger(file, ledger, addition)
  await staged.publish()
}

it('fills a new file, sorted, and reads it again', async () => {
  const findings = new Findings()
  await addToLedger(file, { service: 'demo', addresses: [] }, { pages: ['/żółw', '/b', '/a', '/b'], findings })
  expect((await readFile(file, 'utf8')).split('\n').slice(2)).toEqual(['# service: demo', '/a', '/b', '/żółw', ''])
  expect(await readLedger(file)).toEqual({ service: 'demo', addresses: ['/a', '/b', '/żółw'] })
  await addToLedger(file, { service: 'demo', family: 'main', addresses: [] }, { pages: ['/c'], findings })
  expect((await readFile(file, 'utf8')).split('\n').slice(2, 5)).toEqual(['# service: demo', '# family: main', '/a'])
  expect(await readLedger(file)).toMatchObject({ service: 'demo', family: 'main' })
  expect(findings.warnings).toEqual([])
})

it('keeps comments above their addresses', async () => {
  const findings = new Findings()
  const written = ['# of the old shop', '/m', '# moved with the shop', '  # in spring', '/b', '', '# the end', '']
  await writeFile(file, written.join('\r\n'))
  for (const added of ['/n', '/o']) await addToLedger(file, { addresses: [] }, { pages: [added], findings })
  expect((await readFile(file, 'utf8')).split('\n').slice(2)).toEqual([
    ...['# moved with the shop', '# in spring', '/b', '# of the old shop', '/m', '/n', '/o', '# the end', ''],
  ])
})

it('reads addresses as they were published, even one that ends with a space', async () => {
  const findings = new Findings()
  const pages = ['/about ', '/o-nas\u00a0']
  await addToLedger(file, { addresses: [] }, { pages, findings })
  expect(await readLedger(file)).toEqual({ addresses: pages })
})

it('reads addresses in any Unicode form, because an editor may have changed it', async () => {
  await writeFile(file, '/żółw\n'.normalize('NFD'))
  expect(await readLedger(file)).toEqual({ addresses: ['/żółw'] })
})

it('writes a percent sign so that no command decodes it', () => {
  expect(['/100%2Fa', '/100%2fa', '/100%20', '/100% a'].map(writtenAddress)).toEqual([
    ...['/100%252Fa', '/100%252fa', '/100%2520', '/100% a'],
  ])
})

it('adds new addresses, removes none, and does not touch a file that has all of them', async () => {
  const findings = new Findings()
  await addToLedger(file, { addresses: ['/old'] }, { pages: ['/new'], findings })
  const before = await stat(file)
  const ledger = await readLedger(file)
  expect(ledger).toEqual({ addresses: ['/new', '/old'] })
  await addToLedger(file, ledger ?? { addresses: [] }, { pages: ['/new'], findings })
  expect((await stat(file)).ino).toBe(before.ino)
})

it('writes to the target of a link, and keeps the link', async () => {
  const [shared, findings] = [`${file}.shared`, new Findings()]
  await writeFile(shared, '/old\n')
  await symlink(shared, file)
  await addToLedger(file, { addresses: ['/old'] }, { pages: ['/new'], findings })
  expect(await readLedger(shared)).toEqual({ addresses: ['/new', '/old'] })
  expect((await lstat(file)).isSymbolicLink()).toBe(true)
})

it('warns of a file that cannot be written', async () => {
  const findings = new Findings()
  await writeFile(file, '')
  await addToLedger(join(file, 'below-a-file.txt'), { addresses: [] }, { pages: ['/a'], findings })
  expect(findings.warnings).toMatchObject([
    { code: 'ledger-unwritable', message: expect.stringContaining('New addresses cannot be added to the ledger') },
  ])
})

it('is not used without a file, and refuses leftovers of a merge', async () => {
  expect(await readLedger(file)).toBeUndefined()
  await writeFile(file, '# remark\r\n\r\n/a\r\n<<<<<<< HEAD\r\n')
  await expect(readLedger(file)).rejects.toThrow(`Line 4 of "${file}" is not an address: "<<<<<<< HEAD".`)
})

it('changes nothing until it is published, and then includes additions of another build', async () => {
  const findings = new Findings()
  const ledger = { addresses: ['/a'] }
  {
    await using _dropped = await stageLedger(file, ledger, { pages: ['/b'], findings })
    expect(await readLedger(file)).toBeUndefined()
  }
  {
    await using staged = await stageLedger(file, ledger, { pages: ['/b'], findings })
    await addToLedger(file, ledger, { pages: ['/other'], findings })
    await staged.publish()
  }
  expect(await readLedger(file)).toEqual({ addresses: ['/a', '/b', '/other'] })
  expect(await readdir(dirname(file))).toEqual([basename(file)])
  expect(findings.warnings).toEqual([])
})

it('adds the addresses of builds in containers, which see each other neither by their process ids nor as running', async () => {
  const [ledger, findings] = [{ addresses: ['/a'] }, new Findings()]
  await addToLedger(file, { addresses: [] }, { pages: ['/a'], findings })
  {
    await using first = await stageLedger(file, ledger, { pages: ['/b'], findings })
    await using second = await stageLedger(file, ledger, { pages: ['/c'], findings }) // with the same process id
    await first.publish()
    for (const name of await readdir(dirname(file))) if (name.endsWith('.tmp')) await rm(join(dirname(file), name))
    await second.publish()
  }
  await using third = await stageLedger(file, ledger, { pages: ['/d'], findings })
  for (const name of await readdir(dirname(file))) if (name.endsWith('.tmp')) await rm(join(dirname(file), name))
  await third.publish()
  expect(await readLedger(file)).toEqual({ addresses: ['/a', '/b', '/c', '/d'] })
  expect(findings.warnings).toEqual([])
})

it('removes the draft of a killed build, and not of a running one', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  const running = `${file}.${process.ppid}.tmp`
  for (const draft of [running, `${file}.${child.pid}.tmp`]) await writeFile(draft, '/half')
  await addToLedger(file, { addresses: ['/a'] }, { pages: [], findings: new Findings() })
  expect(await readdir(dirname(file))).toEqual([basename(running)])
})
