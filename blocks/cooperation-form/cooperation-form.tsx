import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'

/** The form that proposes a partnership. */
export function CooperationFormBlock({ block, reader }: BlockProps<'cooperation_form'>): ReactElement {
  return <FormSection block={block} reader={reader} form="cooperation" />
}
