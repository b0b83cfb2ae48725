import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { figureOf, isLongFigure } from './figure.ts'

type FigureTitleProps = {
  title: string
  reader: Reader
  /** Whether it is set in the size of long numbers, because one stands beside it. */
  isLong?: boolean
}

/** A title whose number is set large, its unit beside the number, and the words for what it counts below. */
export function FigureTitle({ title, reader, isLong = isLongFigure(title) }: FigureTitleProps): ReactElement {
  const { number, unit, words } = figureOf(title) ?? { number: title, unit: '', words: '' }
  return (
    <>
      <span className={isLong ? 'figure__number is-long' : 'figure__number'}>{number}</span>
      {unit && ' '}
      {unit && <span className="figure__unit">{unit}</span>}
      {words && ' '}
      {words && <span className="figure__words">{reader.words(words, 'h3')}</span>}
    </>
  )
}
