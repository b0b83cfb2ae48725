import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** Asks for a demonstration. */
export function DemoForm(props: FormProps): ReactElement {
  return <FormView form="demo" {...props} />
}
