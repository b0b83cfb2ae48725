import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { figureOf, isLongFigure, isUnit } from './figure.ts'

type FigureTitleProps = {
  title: string
  reader: Reader
  /** Set as large as the long numbers that it stands beside. */
  isLong?: boolean
}

/** A title whose number is set large, with what it counts below it; a short unit stands beside it. */
export function FigureTitle({ title, reader, isLong = isLongFigure(title) }: FigureTitleProps): ReactElement {
  const { number, words } = figureOf(title) ?? { number: title, words: '' }
  return (
    <>
      <span className={isLong ? 'figure__number is-long' : 'figure__number'}>{number}</span>
      {words && ' '}
      {words && <span className={isUnit(words) ? 'figure__unit' : 'figure__words'}>{reader.words(words, 'h3')}</span>}
    </>
  )
}
