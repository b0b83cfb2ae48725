import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'

/** The form that asks for references of an industry. */
export function ReferenceFormBlock({ block, reader }: BlockProps<'reference_form'>): ReactElement {
  return <FormSection block={block} reader={reader} form="reference" />
}
