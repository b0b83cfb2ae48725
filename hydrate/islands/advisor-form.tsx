import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Asks an advisor to call at a date and time (Central European time). */
export function AdvisorForm(props: FormProps): ReactElement {
  return <FormView form="advisor" {...props} />
}
