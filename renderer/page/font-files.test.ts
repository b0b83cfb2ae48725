import { expect, it } from 'vitest'
import { fontFiles } from './font-files.ts'

it.each([
  ['pl', ['font-basic', 'font-polish']],
  ['cs-CZ', ['font-basic', 'font-latin-ext']],
  ['tr', ['font-basic', 'font-latin-ext']],
  ['de', ['font-basic']],
])('pages in "%s" need %j', (locale, files) => expect(fontFiles(locale)).toEqual(files))
