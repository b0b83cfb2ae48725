import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { apiOf, localesOf, originOf } from './ask-about-site.ts'

const offered = { name: 'Heron', locales: 'en', origin: 'https://www.example.com', api: '' }

/** Asks in a separate process, whose input is these lines. */
async function asked(given: object, lines: string[]) {
  const script = `
    import { askAboutSite } from '${resolve('cli/new/ask-about-site.ts')}'
    const ask = askAboutSite(${JSON.stringify(given)}, ${JSON.stringify(offered)}, new AbortController().signal)
    console.log(JSON.stringify(await ask.catch(({ message, hint }) => ({ message, hint }))))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { answers: JSON.parse(stdout), stderr }
}

it('asks only for missing values, in order, and uses its suggestion for an empty answer', async () => {
  const { answers, stderr } = await asked({ locales: 'de,en' }, [' Blue heron ', '', 'http://x/api'])
  expect(answers).toEqual({ name: 'Blue heron', locales: 'de,en', origin: offered.origin, api: 'http://x/api' })
  expect(stderr).toBe(
    'Name of the site (Heron): Address that the site will have (https://www.example.com): Address of the content service, which ends in /api (none: content as files): ',
  )
})

it('explains an invalid answer, and asks again', async () => {
  const { answers, stderr } = await asked({ name: 'A' }, ['en,Dutch', 'nl', 'a.example/x', 'a.example', 'cms', ''])
  expect(answers).toEqual({ name: 'A', locales: 'nl', origin: 'a.example', api: '' })
  expect(stderr).toContain(
    '"Dutch" is not a locale. Use two-letter languages, with a country where needed, such as en or pt-BR, separated by commas.\nLocales, the',
  )
  expect(stderr).toContain('"a.example/x" is not the address of a site. ')
  expect(stderr).toContain('"cms" is not the address of a content service. ')
})

it('returns nothing when answers end too early', async () => {
  expect((await asked({}, ['Heron', 'en'])).answers).toEqual({
    message: 'No site was created, because not every question was answered.',
    hint: 'Pass --yes to skip the questions.',
  })
})

const answers = (more: Partial<typeof offered>) => ({ ...offered, ...more })

it.each([
  ['en', ['en']],
  [' pt-BR, de  en,de,', ['pt-BR', 'de', 'en']],
])('reads the locales "%s"', (locales, read) => {
  expect(localesOf(answers({ locales }))).toEqual(read)
})

it.each([
  ['en,English', '"English" is not a locale.'],
  ['EN', '"EN" is not a locale.'],
  ['pt-br', '"pt-br" is not a locale.'],
  [' , ', '" , " is not a locale.'],
])('refuses the locales "%s"', (locales, message) => {
  expect(() => localesOf(answers({ locales }))).toThrow(message)
})

it.each([
  ['https://heron.example', 'https://heron.example'],
  ['http://heron.example:81/', 'http://heron.example:81'],
  ['www.heron.example', 'https://www.heron.example'],
])('reads the address "%s" of a site', (origin, read) => {
  expect(originOf(answers({ origin }))).toBe(read)
})

it.each(['https://heron.example/en', 'heron.example?a', 'https://heron.example/#top', 'two words', ''])(
  'refuses the address "%s" of a site',
  (origin) => {
    expect(() => originOf(answers({ origin }))).toThrow(`"${origin}" is not the address of a site.`)
  },
)

it('reads the address of a service, or none', () => {
  expect(apiOf(answers({ api: '' }))).toBeUndefined()
  expect(apiOf(answers({ api: 'https://cms.example.com/api/' }))).toBe('https://cms.example.com/api')
})

it.each(['cms.example.com/api', 'ftp://cms.example.com/api', 'https://'])('refuses the service "%s"', (api) => {
  expect(() => apiOf(answers({ api }))).toThrow(`"${api}" is not the address of a content service.`)
})
