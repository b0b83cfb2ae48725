import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Asks for references of an industry. */
export function ReferenceForm(props: FormProps): ReactElement {
  return <FormView form="reference" {...props} />
}
