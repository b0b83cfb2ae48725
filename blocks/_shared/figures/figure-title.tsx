import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { figureOf, isLongFigure } from './figure.ts'

type FigureTitleProps = {
  title: string
  reader: Reader
  /** Whether the number is set in the size of long numbers, for instance because a number beside it is long. */
  isLong?: boolean
}

/** A title whose number is set large, with its unit beside it and the words for what it counts below. */
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
