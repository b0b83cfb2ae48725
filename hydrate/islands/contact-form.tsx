import type { ReactElement } from 'react'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import { FormView } from '#hydrate/forms/form-view.tsx'

/** The general contact form. */
export function ContactForm(props: FormProps): ReactElement {
  return <FormView form="contact" {...props} />
}
