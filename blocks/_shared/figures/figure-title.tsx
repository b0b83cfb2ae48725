import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { figureOf, isLongFigure } from './figure.ts'

type FigureTitleProps = {
  title: string
  reader: Reader
  /** Set as large as the long numbers that it stands beside. */
  isLong?: boolean
}

/** A title whose number is set large, with what it counts below it; its unit stands beside it. */
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
