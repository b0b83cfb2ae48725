import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Proposes a partnership. */
export function CooperationForm(props: FormProps): ReactElement {
  return <FormView form="cooperation" {...props} />
}
