import { expect, it } from 'vitest'
import { isTruncated, parseJson, statusInBody } from './parse-json.ts'

it.each<[string, unknown]>([
  ['\ufeff{"a":1}', { a: 1 }],
  ['{"id":770077}', { id: 770077 }],
  ['{"id":12345678901234567890}', { id: '12345678901234567890' }],
  ['[-12345678901234567890, 1.1234567890123456789]', ['-12345678901234567890', 1.1234567890123457]],
  ['{"a":"Am\\u000bp\\u0000\\b \\u001F\\u007f\\tx"}', { a: 'Am p \tx' }],
  ['{"slug":"/a\\u0000","id":"\\u0007","list":["\\u0007x"]}', { slug: '/a\0', id: '\u0007', list: ['x'] }],
  ['{"a":"it\u0092s \u007f\ufffe\u00a0x"}', { a: 'its \u00a0x' }],
  ['["cut \\uD83D", "\\uD83Dx", "😀\\ud83d\\ude00"]', ['cut ', 'x', '😀😀']],
  ['["\\u0092\\u009F\\uFFFE\\ufdd0x", "\\ud83d\\ude00"]', ['x', '😀']],
  ['["\\\\u0000", "\\\\b", "\\u00e9\\u0041\\u0009"]', ['\\u0000', '\\b', 'éA\t']],
  ['{"a":9007199254740991,"b":"9007199254740993"}', { a: 9007199254740991, b: '9007199254740993' }],
])('reads %s', (text, value) => {
  expect(parseJson(Buffer.from(text))).toEqual(value)
})

it('finds a long number anywhere', () => {
  for (let offset = 0; offset < 40; offset += 1) {
    const before = ' '.repeat(offset)
    expect(parseJson(Buffer.from(`${before}9007199254740993`))).toBe('9007199254740993')
    expect(parseJson(Buffer.from(`[${before}123456789012345,-9007199254740993]`))).toEqual([
      123456789012345,
      '-9007199254740993',
    ])
  }
})

it('keeps a number beyond every range as a number', () => {
  expect(parseJson(Buffer.from('[1e400, 1234567890123456]'))).toEqual([Number.POSITIVE_INFINITY, 1234567890123456])
})

it.each<[string, number | undefined]>([
  ['{"code":400}', 400],
  ['{"code":599}', 599],
  ['{"code":"404"}', 404],
  ['{"code":404.0}', 404],
  [`{"trace":"${'x'.repeat(100_000)}","code":500}`, 500],
  ['\ufeff{"code":503}', 503],
  ['{"code":399}', undefined],
  ['{"code":600}', undefined],
  ['{"code":4}', undefined],
  ['{"code":40404}', undefined],
  ['{"code":404.5}', undefined],
  ['{"code":" 404"}', undefined],
  ['{"code":"4e2"}', undefined],
  ['{"code":"0x190"}', undefined],
  ['{"code":[404]}', undefined],
  ['{"code":null}', undefined],
  ['{"data":{"code":404}}', undefined],
  ['[{"code":404}]', undefined],
  ['null "code"', undefined],
  ['"code"', undefined],
])('returns the status in %.60s', (text, status) => {
  expect(statusInBody(Buffer.from(text))).toBe(status)
})

const document = Buffer.from('\ufeff{"a": [1, {"b": "x\\\\\\"}]{", "c": null}], "ż": "\\\\"}\n')

it('distinguishes a document from one that ends early, at any place', () => {
  expect(JSON.parse(document.toString().slice(1))).toBeTruthy()
  expect(isTruncated(document)).toBe(false)
  for (let end = 0; end < document.length - 2; end += 1) {
    expect(isTruncated(document.subarray(0, end)), document.subarray(0, end).toString()).toBe(true)
  }
})

it.each(['<!doctype html><p class="', 'null', '12', 'Not found', '{"a":1]', '{"a":1}}', '"text"'])(
  'treats %j as complete, valid or not',
  (text) => {
    expect(isTruncated(Buffer.from(text))).toBe(false)
  },
)
