/** Any form of the content API, chosen by its props. */
export { connectForm as connect } from '#hydrate/forms/connect-form.ts'
export { FormView as EntryForm } from '#hydrate/forms/form-view.tsx'
