import { Command } from 'commander'
import { afterEach, expect, it } from 'vitest'
import { common, numberOption, readingOptions } from './options.ts'

const quiet = (command: Command): Command => command.configureOutput({ writeErr() {}, writeOut() {} }).exitOverride()
const parse = (command: Command, ...args: string[]) => quiet(command).parse(args, { from: 'user' }).opts()

afterEach(() => {
  delete process.env.SITE_API
  delete process.env.SITE_COMMERCE_API
})

const number = (...args: string[]) =>
  parse(new Command().addOption(numberOption('--n <n>', 'a number', [2, 10])), ...args)

it.each([
  ['2', 2],
  ['10', 10],
  ['1e1', 10],
])('accepts "%s" as a whole number', (given, value) => {
  expect(number('--n', given)).toEqual({ n: value })
})

it.each(['1', '11', '2.5', 'two', 'Infinity', ''])('refuses "%s", and names the allowed numbers', (given) => {
  expect(() => number('--n', given)).toThrow('Expected a whole number from 2 to 10.')
})

it('has another default port for each command, and any free one for 0', () => {
  const port = (...args: string[]) => parse(new Command().addOption(common.port(4000)), ...args)
  expect([port(), port('--port', '0'), port('--port', '65535')]).toEqual([
    { port: 4000 },
    { port: 0 },
    { port: 65_535 },
  ])
  expect(() => port('--port', '65536')).toThrow('from 0 to 65535')
})

it('allows no warnings with 0, and any number without the option', () => {
  const most = (...args: string[]) => parse(new Command().addOption(common.maxWarnings()), ...args)
  expect([most(), most('--max-warnings', '0')]).toEqual([{}, { maxWarnings: 0 }])
  expect(() => most('--max-warnings', '-1')).toThrow('from 0 to 1000000')
})

it('takes addresses of services from the environment unless they are given', () => {
  Object.assign(process.env, { SITE_API: 'http://a.example/api', SITE_COMMERCE_API: 'http://b.example/api' })
  const addresses = (...args: string[]) =>
    parse(new Command().addOption(common.api()).addOption(common.commerce()), ...args)
  expect(addresses()).toEqual({ api: 'http://a.example/api', commerceApi: 'http://b.example/api' })
  expect(addresses('--api', 'http://c.example/api').api).toBe('http://c.example/api')
})

const job = (...args: string[]) => {
  const options = [common.out(), ...readingOptions()]
  return parse(
    options.reduce((command, one) => command.addOption(one), new Command()),
    ...args,
  )
}

it.each(['--out', '--cache', '--api', '--locale', '--family'])('refuses %s without a value', (name) => {
  expect(() => job(name, '')).toThrow('Pass a value, or leave the option out.')
  expect(() => job(`${name}= `)).toThrow('Pass a value, or leave the option out.')
})

it('treats an empty environment variable as unset', () => {
  Object.assign(process.env, { SITE_API: '', SITE_COMMERCE_API: '' })
  expect(job()).not.toHaveProperty('api')
  expect(job()).not.toHaveProperty('commerceApi')
})

it('reads every locale into "output" by the settings beside it by default', () => {
  expect(job()).toEqual({
    ...{ locale: 'all', out: 'output', cache: '.site', config: 'site.config.ts' },
    ...{ engine: 'react', concurrency: 16, images: 'on', ledger: true },
  })
  const reported = [
    '--locale',
    'pl,en',
    '--out',
    'o',
    '--cache',
    'c',
    '--config',
    's.ts',
    '--family',
    'f',
    '--api',
    'http://a.example/api',
  ]
  const more = [
    '--commerce-api',
    'http://b.example/api',
    '--engine',
    'preact',
    '--concurrency',
    '256',
    '--images',
    'off',
    '--strict',
    '--no-ledger',
  ]
  expect(job(...reported, ...more)).toEqual({
    ...{ locale: 'pl,en', out: 'o', cache: 'c', config: 's.ts', family: 'f', api: 'http://a.example/api' },
    ...{
      commerceApi: 'http://b.example/api',
      engine: 'preact',
      concurrency: 256,
      images: 'off',
      strict: true,
      ledger: false,
    },
  })
})

it.each([
  ['--images', 'maybe', 'Allowed choices are on, off.'],
  ['--engine', 'vue', 'Allowed choices are react, preact.'],
  ['--concurrency', '0', 'Expected a whole number from 1 to 256.'],
  ['--concurrency', '257', 'Expected a whole number from 1 to 256.'],
])('refuses %s %s', (option, value, words) => {
  expect(() => job(option, value)).toThrow(words)
})
