import type { ReactElement } from 'react'
import { connectForm } from '#hydrate/forms/connect-form.ts'
import type { FormProps, FormState } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Any form of the content API; which one is said by its props. */
export function EntryForm(props: FormProps & { state?: FormState }): ReactElement {
  return <FormView {...props} />
}

export const connect = connectForm
