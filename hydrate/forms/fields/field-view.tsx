import type { ComponentProps, ReactElement } from 'react'
import { FileField } from '#hydrate/forms/files/file-field.tsx'
import type { FormProps } from '#hydrate/forms/form-props.ts'
import type { Field } from '#hydrate/forms/form-spec.ts'
import { messageLang } from '#hydrate/forms/message-lang.ts'

export type FieldViewProps = Pick<FormProps, 'id' | 'locale' | 'texts' | 'accept'> & {
  field: Field
  error?: string
  /** How many characters may still be typed, if only a few. */
  left?: number
}

/** A field with its label, hint, error and control. */
export function FieldView(props: FieldViewProps): ReactElement {
  const { field, id, texts, error, locale, left } = props
  return (
    <div className={`field is-${field.kind}${field.half ? ' is-half' : ''}`} data-field={field.name}>
      <label className="field__label" htmlFor={id}>
        <span>{texts[`field.${field.name}`]}</span>{' '}
        {!field.required && <span className="field__optional">{texts['form.optional']}</span>}
      </label>
      {field.hint && (
        <p id={`${id}-hint`} className="field__hint">
          {texts[field.hint]}
        </p>
      )}
      <FieldError id={id} error={error} locale={locale} />
      <Control {...props} />
      {left !== undefined && (
        <p className="field__count" aria-hidden="true">
          {texts['form.left']?.replace('{{left}}', `${left}`)}
        </p>
      )}
    </div>
  )
}

/** The error of a field. Empty and hidden without an error. */
export function FieldError({ id, error, locale }: { id: string; error?: string; locale: string }): ReactElement {
  return (
    <p key={error} id={`${id}-error`} className="field__error" lang={messageLang(error, locale)} hidden={!error}>
      {error}
    </p>
  )
}

function Control(props: FieldViewProps): ReactElement {
  const { field, texts, locale } = props
  const shared = sharedAttributes(props)
  if (field.kind === 'textarea')
    return <textarea className="field__control" rows={5} {...shared} minLength={field.minLength} />
  if (field.kind === 'select')
    return (
      <select className="field__control" {...shared}>
        <option value="">{texts['form.choose']}</option>
        {(field.options ?? []).map((option) => (
          <option key={option} value={option} lang={field.lang === locale ? undefined : field.lang}>
            {field.optionTexts ? texts[`${field.optionTexts}.${option}`] : option}
          </option>
        ))}
      </select>
    )
  const input = { ...shared, ...inputAttributes(props) }
  if (input.type === 'file')
    return <FileField input={input} text={texts[input.multiple ? 'form.chooseFiles' : 'form.chooseFile']} />
  return <input className="field__control" {...input} />
}

function sharedAttributes({ field, id, error }: FieldViewProps) {
  const hint = field.hint ? `${id}-hint ` : ''
  return {
    id,
    name: field.name,
    required: field.required,
    autoComplete: field.autocomplete,
    'aria-describedby': `${hint}${id}-error`,
    'aria-invalid': Boolean(error),
  }
}

/** Returns the attributes of an input by its kind. `maxlength` is not used: it silently cuts off pasted text. */
function inputAttributes({ field, accept }: FieldViewProps): ComponentProps<'input'> {
  const { kind, minLength, step, pattern } = field
  switch (kind) {
    case 'email':
      return { type: kind, minLength, pattern }
    case 'phone':
      return { type: 'tel', pattern }
    case 'url':
      return { type: 'text', inputMode: kind, pattern }
    case 'integer':
      return { type: 'number', inputMode: 'numeric', min: 1, step }
    case 'date':
    case 'time':
      return { type: kind, step }
    case 'file':
    case 'files':
      return { type: 'file', accept, multiple: kind === 'files' }
    default:
      return { type: 'text', minLength, pattern }
  }
}
