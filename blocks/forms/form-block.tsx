import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { FormSection } from '#blocks/_shared/form-section.tsx'
import type { BlockOf } from '#content/schema.ts'

const forms = {
  advisor_form: 'advisor',
  cooperation_form: 'cooperation',
  demo: 'demo',
  help: 'support',
  job_application: 'jobApplication',
  reference_form: 'reference',
} as const

type FormBlockProps = Omit<BlockProps<'demo'>, 'block'> & { block: BlockOf<keyof typeof forms> }

/** A block that has only a form beside the editors' words. */
export function FormBlock({ block, reader, jobSlug }: FormBlockProps): ReactElement {
  return <FormSection block={block} reader={reader} form={forms[block.type]} jobSlug={jobSlug} />
}
