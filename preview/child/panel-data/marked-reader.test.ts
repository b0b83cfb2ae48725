import { expect, it } from 'vitest'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { Html, Image } from '#content/schema.ts'
import { markOf, richTextMark } from '#preview/marks.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { markedReader, withMarks } from './marked-reader.ts'

const mark = markOf(3)

it('puts marks at the end of a text, but before the ending of a file name', () => {
  expect(['Words', '/a.svg', ' '].map((text) => withMarks(text, mark))).toEqual([`Words${mark}`, `/a${mark}.svg`, ' '])
})

it('passes values on without their marks, and marks what is made of them', () => {
  const asked: unknown[] = []
  const reader = markedReader({
    ...fakeReader(),
    picture(image) {
      asked.push(image)
      return image && { src: image.url, alt: image.alt ?? '', width: 1, height: 1 }
    },
    html(html) {
      asked.push(html)
      return html
    },
  } satisfies Reader)
  const shown = reader.picture({ url: `/a${mark}.jpg`, alt: 'A', width: 9 } as Image, 'text')
  expect(shown).toEqual({ src: `/a${mark}.jpg`, alt: 'A', width: 1, height: 1 })
  expect(reader.html(`<p>A</p>${mark}` as Html)).toBe(`${richTextMark}${mark}<p>A</p>`)
  expect(asked).toEqual([{ url: '/a.jpg', alt: 'A', width: 9 }, '<p>A</p>'])
})
