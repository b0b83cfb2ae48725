import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { figureOf, isUnit } from './figure.ts'

const longNumber = 6

/** A title whose number is set large, with what it counts below it; a short unit stands beside it. */
export function FigureTitle({ title, reader }: { title: string; reader: Reader }): ReactElement {
  const { number, words } = figureOf(title) ?? { number: title, words: '' }
  return (
    <>
      <span className={number.length > longNumber ? 'figure__number is-long' : 'figure__number'}>{number}</span>
      {words && ' '}
      {words && <span className={isUnit(words) ? 'figure__unit' : 'figure__words'}>{reader.words(words, 'h3')}</span>}
    </>
  )
}
