import { forms } from '#hydrate/forms/fields/fields.ts'

/** The path to which the form of each block is sent, by the type of the block. */
export const formEndpoints: Record<string, string> = {
  contact: `/${forms.contact.path}`,
  demo: `/${forms.demo.path}`,
  help: `/${forms.support.path}`,
  reference_form: `/${forms.reference.path}`,
  cooperation_form: `/${forms.cooperation.path}`,
  advisor_form: `/${forms.advisor.path}`,
  job_application: `/${forms.jobApplication.path}`,
}
