import type { ReactNode } from 'react'

export type SectionProps = {
  /** The section's anchor, safe for a DOM id. */
  id: string
  headline?: string
  children: ReactNode
  tone?: 'paper' | 'sunk' | 'ink'
}

/** A headline of more characters is set smaller. */
const longHeadline = 90

/**
 * The frame of a block: rhythm, width and tone, with the headline as h2. Headings inside start at h3 (h2 when there is no headline). It is
 * no landmark: among so many, some under one headline, no landmark would help to find the way.
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
