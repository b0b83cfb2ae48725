import type { ReactNode } from 'react'

export type SectionProps = {
  /** The section's anchor, safe for a DOM id. */
  id: string
  headline?: string
  children: ReactNode
  tone?: 'paper' | 'sunk' | 'ink'
}

/** Of characters; a longer headline is set smaller. */
const longHeadline = 90

/** The frame of a block: rhythm, width and tone, with the headline as h2. Headings inside start at h3 (h2 when there is no headline). */
export function Section({ id, headline, children, tone = 'paper' }: SectionProps) {
  const headlineId = `${id}-headline`
  const isLong = headline !== undefined && headline.length > longHeadline
  return (
    <section id={id} className={`section is-${tone}`} aria-labelledby={headline ? headlineId : undefined}>
      <div className="section__inner">
        {headline && (
          <h2 id={headlineId} className={isLong ? 'section__headline is-long' : 'section__headline'}>
            {headline}
          </h2>
        )}
        {children}
      </div>
    </section>
  )
}
