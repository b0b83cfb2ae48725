import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { JobList } from '#blocks/_shared/lists/job-list.tsx'
import { Section } from '#blocks/_shared/section.tsx'

/** The open job offers of the locale, or the message that there are none. */
export function Jobs({ block, reader }: BlockProps<'jobs'>): ReactElement {
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <JobList jobs={reader.jobOffers()} reader={reader} headingLevel={block.headline ? 3 : 2} />
    </Section>
  )
}
