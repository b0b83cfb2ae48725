import { expect, it } from 'vitest'
import { matchesPhrase } from './matches-phrase.ts'

const page = { id: '500', title: 'Żółty czajnik i para', href: '/pl/o-nas/%C5%BC%C3%B3%C5%82ty' }

it.each([
  ['an empty phrase', ''],
  ['its id', '500'],
  ['part of a title, without accents', 'zolty cza'],
  ['words in another order, with extra spaces', ' PARA   czajnik '],
  ['a word of the title and one of the address', 'para o-nas'],
  ['its address', '/pl/o-nas'],
  ['its address with a slash at the end', '/pl/o-nas/żółty/'],
  ['its address of the live site', 'https://www.example.com/pl/o-nas/%C5%BC%C3%B3%C5%82ty?utm=1#top'],
  ['its address as typed', 'http://127.0.0.1:4020/pl/o-nas/żółty/'],
])('finds a page by %s', (_, phrase) => {
  expect(matchesPhrase(page, phrase)).toBe(true)
})

it.each([
  ['part of its id', '50'],
  ['a word that it lacks', 'czajnik kawa'],
  ['the address of a page above it', 'https://www.example.com/pl/o-nas'],
])('does not find a page by %s', (_, phrase) => {
  expect(matchesPhrase(page, phrase)).toBe(false)
})
