import { expect, it } from 'vitest'
import { fileAnswer } from './answers.ts'

it.each(Object.getOwnPropertyNames(Object.prototype))(
  'A file that ends in "%s" is one of an unknown type',
  (ending) => {
    const { headers } = fileAnswer(`media/picture.${ending}`, Buffer.from('bytes'))
    expect(headers['content-type']).toBe('application/octet-stream')
  },
)
