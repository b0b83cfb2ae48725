import type { ReactNode } from 'react'

export type SectionProps = {
  /** The section's anchor, a valid DOM id. */
  id: string
  headline?: string
  children: ReactNode
  tone?: 'paper' | 'sunk' | 'ink'
}

/** A headline with more characters is set smaller. */
const longHeadline = 90

/**
 * The frame of a block: spacing, width and tone, with the headline as `h2`. Headings inside start at `h3`, or at `h2`
 * without a headline. The section is not a landmark: with so many of them, landmarks would not help navigation.
 */
export function Section({ id, headline, children, tone = 'paper' }: SectionProps) {
  const isLong = headline !== undefined && headline.length > longHeadline
  return (
    <section id={id} className={`section is-${tone}`}>
      <div className="section__inner">
        {headline && <h2 className={isLong ? 'section__headline is-long' : 'section__headline'}>{headline}</h2>}
        {children}
      </div>
    </section>
  )
}
