import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'

/** The support form. */
export function Help({ block, reader }: BlockProps<'help'>): ReactElement {
  return <FormSection block={block} reader={reader} form="support" />
}
