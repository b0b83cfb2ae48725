import { describe, expect, it } from 'vitest'
import { answerOf, storedId } from './answer.ts'

const html = '<!doctype html><title>Welcome</title>'

describe('answerOf', () => {
  it.each<[status: number, text: string, isGood: boolean]>([
    [200, '{"id":5}', true],
    [200, '[]', true],
    [204, '', true],
    [200, html, false],
    [200, '{"id":', false],
    [200, '{"code":503}', false],
    [200, '{"code":"404"}', false],
    [200, '{"code":"4040"}', true],
    [500, '{"id":5}', false],
    [0, '', false],
  ])('of %i with %j is good: %s', (status, text, isGood) => {
    expect(answerOf(status, text).isGood).toBe(isGood)
  })
})

describe('storedId', () => {
  it.each<[status: number, text: string, id: string | number | undefined]>([
    [201, '{"id":5}', 5],
    [200, '{"id":0}', 0],
    [200, '{"id":"a"}', 'a'],
    ...[html, '', '{}', '[]', '"ok"', 'null', '{"id":""}', '{"id":null}', '{"id":{}}'].map(
      (text): [number, string, undefined] => [201, text, undefined],
    ),
    [500, '{"id":5}', undefined],
    [200, '{"id":5,"code":503}', undefined],
  ])('of %i with %j is %s', (status, text, id) => {
    expect(storedId(answerOf(status, text))).toBe(id)
  })
})
