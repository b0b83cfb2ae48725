import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Applies for the job offer in `jobOffer`, with a CV. */
export function JobApplicationForm(props: FormProps): ReactElement {
  return <FormView form="jobApplication" {...props} />
}
