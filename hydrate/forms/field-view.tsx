import type { ComponentProps, ReactElement } from 'react'
import type { Field } from './form-spec.ts'
import { acceptAttribute, emailPattern, type FileLimits, nipPattern, phonePattern } from './rules.ts'

export type FieldViewProps = {
  field: Field
  id: string
  locale: string
  texts: Record<string, string>
  files: FileLimits
  error?: string
}

/** One labelled field: label, hint, place of its error, control. */
export function FieldView(props: FieldViewProps): ReactElement {
  const { field, id, texts, error } = props
  const classes = ['field', `is-${field.kind}`, field.half ? 'is-half' : '', error ? 'has-error' : '']
  return (
    <div className={classes.filter(Boolean).join(' ')} data-field={field.name}>
      <label className="field__label" htmlFor={id}>
        <span>{texts[`field.${field.name}`]}</span>
        {!field.required && <span className="field__optional">{texts['form.optional']}</span>}
      </label>
      {field.hint && (
        <p id={`${id}-hint`} className="field__hint">
          {texts[field.hint]}
        </p>
      )}
      <FieldError id={id} error={error} />
      <Control {...props} />
    </div>
  )
}

/** The place where the error of a field is said; empty and hidden while there is none. */
export function FieldError({ id, error }: { id: string; error?: string }): ReactElement {
  return (
    <p id={`${id}-error`} className="field__error" hidden={!error}>
      {error}
    </p>
  )
}

function Control(props: FieldViewProps): ReactElement {
  const { field, texts } = props
  const shared = sharedAttributes(props)
  if (field.kind === 'textarea')
    return (
      <textarea
        className="field__control"
        rows={5}
        {...shared}
        maxLength={field.maxLength}
        minLength={field.minLength}
      />
    )
  if (field.kind === 'select')
    return (
      <select className="field__control" {...shared}>
        <option value="">{texts['form.choose']}</option>
        {(field.options ?? []).map((option) => (
          <option key={option} value={option}>
            {field.optionTexts ? texts[`${field.optionTexts}.${option}`] : option}
          </option>
        ))}
      </select>
    )
  return <input className="field__control" {...shared} {...inputAttributes(props)} />
}

function sharedAttributes({ field, id, error }: FieldViewProps) {
  const hint = field.hint ? `${id}-hint ` : ''
  return {
    id,
    name: field.name,
    required: field.required,
    autoComplete: field.autocomplete,
    'aria-describedby': `${hint}${id}-error`,
    'aria-invalid': error ? true : undefined,
  }
}

function inputAttributes({ field, locale, files }: FieldViewProps): ComponentProps<'input'> {
  const { minLength, maxLength, step } = field
  switch (field.kind) {
    case 'email':
      return { type: 'email', minLength, maxLength, pattern: emailPattern }
    case 'phone':
      return { type: 'tel', maxLength, pattern: phonePattern(locale) }
    case 'nip':
      return { type: 'text', maxLength, pattern: nipPattern }
    case 'url':
      return { type: 'text', inputMode: 'url', maxLength }
    case 'integer':
      return { type: 'number', inputMode: 'numeric', min: 1, step: step ?? 1 }
    case 'date':
      return { type: 'date' }
    case 'time':
      return { type: 'time', step }
    case 'file':
      return { type: 'file', accept: acceptAttribute(files.accept) }
    case 'files':
      return { type: 'file', accept: acceptAttribute(files.accept), multiple: true }
    default:
      return { type: 'text', minLength, maxLength }
  }
}
