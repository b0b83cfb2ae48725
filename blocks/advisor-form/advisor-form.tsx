import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'

/** The form that books a call with an advisor. */
export function AdvisorFormBlock({ block, reader }: BlockProps<'advisor_form'>): ReactElement {
  return <FormSection block={block} reader={reader} form="advisor" />
}
