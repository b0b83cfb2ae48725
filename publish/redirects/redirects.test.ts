import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRedirects } from './redirects.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-redirects-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (text: string) => {
  const file = join(folder, 'redirects.json')
  await writeFile(file, text)
  return readRedirects(file)
}

it('reads entries as written, and none from a missing file', async () => {
  const redirects = [
    { from: '/żółw', to: '/b?x#y' },
    { from: '/files/a b.pdf', to: null, family: 'fr', note: 'Sold.' },
  ]
  expect(await read(JSON.stringify({ redirects }))).toEqual(
    redirects.map((one, index) => ({ ...one, entry: index + 1 })),
  )
  expect(readRedirects(join(folder, 'missing.json'))).toEqual([])
  expect(await read(`\uFEFF${JSON.stringify({ redirects })}`)).toHaveLength(2) // as Windows editors write it
  expect(() => readRedirects(folder)).toThrow('cannot be read')
})

it('does not wait for a pipe in the place of the file', () => {
  const pipe = join(folder, 'pipe.json')
  execFileSync('mkfifo', [pipe])
  expect(() => readRedirects(pipe)).toThrow('is not valid JSON')
})

it('names the first of many problems, and finds their lines once', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `{"from": "old/${at}", "to": "/"}`)
  await expect(read(`{"redirects": [\n${many.join(',\n')}]}`)).rejects.toThrow(
    /entry 1 \(line 2\).*; entry 20 \(line 21\), "from" \("old\/19"\): [^;]*; and 19980 more\.$/,
  )
})

const from = (source: string) => JSON.stringify({ redirects: [{ from: source, to: '/b' }] })
const to = (target: unknown) => JSON.stringify({ redirects: [{ from: '/a', to: target }] })
const onePath = 'expected a path that starts with one "/"'

it.each([
  ['{', 'is not valid JSON'],
  ['[]', 'the whole file: expected an object in braces'],
  ['{\n"redirects": {}}', 'redirects: expected a list of entries'],
  ['{\n"redirects": [\n{"from": "/[{", "to": null},\n7]}', 'entry 2 (line 4): expected an object in braces'],
  ['{"redirects":[{"from":"/a"}]}', 'entry 1 (line 1), "to": expected an address as text'],
  ['{"redirects":[{"from":"/a","to":"/b","code":302}]}', 'entry 1 (line 1): there is no field "code"'],
  [from('a'), `entry 1 (line 1), "from" ("a"): ${onePath}`],
  [from('//a'), onePath],
  [
    from('/a?b=1'),
    'entry 1 (line 1), "from" ("/a?b=1"): expected only a path: hosts match neither a query ("?") nor a fragment',
  ],
  [from('/a#b'), 'expected only a path'],
  [from('/blog/*'), 'expected one address: patterns with "*" or ":name" are not supported'],
  [from('/blog/:slug'), 'expected one address'],
  [from('/a/../b'), 'it has an empty segment, "." or ".."'],
  [from('/a/%2e%2e/b'), 'it has an empty segment, "." or ".."'],
  [from('/a//b'), 'it has an empty segment'],
  [from('/a%2Fb'), 'it contains an encoded "/"'],
  [from('/a%3fb'), 'it contains an encoded "/", "\\", "?"'],
  [from('/a%0D%0ALocation'), 'control character'],
  [from('/a\u0000'), 'it contains a control character'],
  [from('/a\\b'), 'it contains a control character or "\\"'],
  [from('/caf%e9'), '"%e9" is not the encoding of UTF-8 text'],
  ['{"redirects":[{"from":"/\\ud800","to":"/b"}]}', 'half a character'],
  [to('//evil'), `entry 1 (line 1), "to" ("//evil"): ${onePath}`],
  [to('https://user@example.com/'), 'is not an origin'],
  [to('https:///x'), 'is not an origin'],
  [to('ftp://example.com/x'), onePath],
  [to('https://example.com/a/../b'), 'it has an empty segment'],
  [to('https://example.com//b'), onePath],
  [to('/b?x y'), 'expected a query or fragment without spaces'],
  [to('b'.repeat(201)), `entry 1 (line 1), "to": ${onePath}`],
  [to(7), 'entry 1 (line 1), "to": expected an address as text'],
])('refuses %s', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

it('names every invalid entry and explains entries', async () => {
  const text = JSON.stringify({
    redirects: [
      { from: 'a', to: '/b' },
      { from: '/a', to: 'b' },
    ],
  })
  await expect(read(text)).rejects.toMatchObject({
    message: expect.stringMatching(/entry 1 \(line 1\), "from" \("a"\).*entry 2 \(line 1\), "to" \("b"\)/),
    hint: expect.stringMatching(
      /^The file must be {"redirects": \[…\]}\. .*{"from": "\/old", "to": null} for an address that is gone/,
    ),
  })
})
