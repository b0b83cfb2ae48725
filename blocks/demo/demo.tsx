import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'

/** The form that asks for a demonstration. */
export function Demo({ block, reader }: BlockProps<'demo'>): ReactElement {
  return <FormSection block={block} reader={reader} form="demo" />
}
