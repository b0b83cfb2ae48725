import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Asks the support for help, with files if needed. */
export function SupportForm(props: FormProps): ReactElement {
  return <FormView form="support" {...props} />
}
