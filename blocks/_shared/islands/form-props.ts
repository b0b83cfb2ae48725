import { domId } from '#blocks/_shared/dom-id.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import { withPatterns } from '#hydrate/forms/fields/field-patterns.ts'
import { forms, withIndustries } from '#hydrate/forms/fields/fields.ts'
import { acceptAttribute } from '#hydrate/forms/files/file-rules.ts'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import type { FormName } from '#hydrate/forms/form-spec.ts'
import { formTextKeys, formTextValues } from '#hydrate/forms/form-texts.ts'

type FormPlace = { form: FormName; blockId: string; reader: Reader; jobSlug?: string }

/** Returns everything that a form needs, as plain values. */
export function formProps({ form, blockId, reader, jobSlug }: FormPlace): FormProps {
  const { apiBase, files, origin, nativeForms, industries } = reader.site
  const spec = withPatterns(withIndustries(forms[form], industries), reader.locale)
  const values = formTextValues(spec, files)
  return {
    form,
    spec,
    id: domId('form', blockId),
    locale: reader.locale,
    action: `${apiBase}/${spec.path}`,
    referral: `${origin}${reader.path}`,
    texts: Object.fromEntries(formTextKeys(form, spec).map((key) => [key, reader.text(key, values)])),
    files,
    accept: acceptAttribute(files.accept),
    privacyHref: reader.page('privacy'),
    isNative: nativeForms,
    jobOffer: form === 'jobApplication' ? jobSlug : undefined,
  }
}
