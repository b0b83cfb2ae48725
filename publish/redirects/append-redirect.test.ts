import { expect, it } from 'vitest'
import { appendRedirect, changeTarget } from './append-redirect.ts'

const entry = { from: '/a"b', to: '/c' }

it.each([
  ['{"redirects":[]}', '{"redirects":[{ "from": "/a\\"b", "to": "/c" }]}'],
  ['{\n  "redirects": []\n}\n', '{\n  "redirects": [\n    { "from": "/a\\"b", "to": "/c" }\n  ]\n}\n'],
  [
    '{ "redirects": [{ "from": "/x", "to": "/y" }], "$schema": "s" }',
    '{ "redirects": [{ "from": "/x", "to": "/y" }, { "from": "/a\\"b", "to": "/c" }], "$schema": "s" }',
  ],
  [
    '{\n\t"redirects": [\n\t\t{"from": "/x", "to": "/]}"},\n\t\t{"from": "/z", "to": null}\n\t]\n}\n',
    '{\n\t"redirects": [\n\t\t{"from": "/x", "to": "/]}"},\n\t\t{"from": "/z", "to": null},\n\t\t{"from": "/a\\"b", "to": "/c"}\n\t]\n}\n',
  ],
  [
    '{\r\n  "redirects": [\r\n    {\r\n      "from": "/x",\r\n      "to": "/y"\r\n    }\r\n  ]\r\n}',
    '{\r\n  "redirects": [\r\n    {\r\n      "from": "/x",\r\n      "to": "/y"\r\n    },\r\n    {\r\n      "from": "/a\\"b",\r\n      "to": "/c"\r\n    }\r\n  ]\r\n}',
  ],
])('adds to %j in its own format', (text, expected) => {
  expect(appendRedirect(text, entry)).toBe(expected)
})

it('writes a tombstone, and the family if there is one', () => {
  expect(appendRedirect('{"redirects":[]}', { from: '/a', to: null, family: 'fr' })).toBe(
    '{"redirects":[{ "from": "/a", "to": null, "family": "fr" }]}',
  )
})

it('changes the target of an entry, and nothing else', () => {
  const text = String.raw`{"redirects": [{"from":"/a","to":"/b"}, { "note": "\"to\": \"/x\"", "to" : null, "from": "/]}" }]}`
  expect(changeTarget(text, 2, '/$1')).toBe(text.replace('null', () => '"/$1"'))
  expect(changeTarget(text, 1, null)).toBe(text.replace('"/b"', 'null'))
  const quoted = String.raw`{"redirects": [{"from": "/a", "to": "/say-\"hi\""}]}`
  expect(changeTarget(quoted, 1, '/b')).toBe('{"redirects": [{"from": "/a", "to": "/b"}]}')
})
