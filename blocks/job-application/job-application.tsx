import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'

/** The application for the job offer on whose page the block stands. */
export function JobApplication({ block, reader, jobSlug }: BlockProps<'job_application'>): ReactElement {
  return <FormSection block={block} reader={reader} form="jobApplication" jobSlug={jobSlug} />
}
