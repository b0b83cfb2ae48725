import type { ReactElement } from 'react'
import { FieldError, FieldView } from './fields/field-view.tsx'
import { type FormProps, type FormState, idleForm } from './form-props.ts'
import { consentName, hasFiles, submitKey, successNoteKey } from './form-spec.ts'
import { messageLang } from './message-lang.ts'

type FormViewProps = FormProps & { state?: FormState }

/**
 * A form in any of its states. Without a state its script does not run yet, and the form is disabled unless the service
 * answers forms that are sent without scripts.
 */
export function FormView({ state: known, ...props }: FormViewProps): ReactElement {
  const { form, spec } = props
  const state = known ?? idleForm
  const isBusy = state.phase === 'busy'
  const isDone = state.phase === 'done'
  const failure = shownPhase(state) === 'failed' && state.failure
  return (
    <div className={`form is-${state.phase}`} data-form={form}>
      <form
        className="form__body"
        id={props.id}
        action={props.action}
        method="post"
        encType={hasFiles(spec) ? 'multipart/form-data' : undefined}
        aria-busy={isBusy || undefined}
        hidden={isDone}
      >
        <fieldset className="form__parts" disabled={!known && !props.isNative}>
          <legend className="visually-hidden">{props.texts[submitKey(form)]}</legend>
          <HiddenValues {...props} />
          <ErrorSummary state={state} {...props} />
          <div className="form__fields" inert={isBusy}>
            {spec.fields.map((field) =>
              field.kind === 'checkbox' ? (
                <CheckBox
                  key={field.name}
                  id={fieldId(props.id, field.name)}
                  name={field.name}
                  label={props.texts[`field.${field.name}`]}
                  locale={props.locale}
                />
              ) : (
                <FieldView
                  key={field.name}
                  {...props}
                  field={field}
                  id={fieldId(props.id, field.name)}
                  error={state.errors[field.name]}
                  left={state.left[field.name]}
                />
              ),
            )}
            {spec.consents.map((consent) => (
              <CheckBox
                key={consent}
                id={fieldId(props.id, consent)}
                name={consentName(consent)}
                label={props.texts[`consent.${consent}`]}
                href={props.privacyHref}
                linkText={props.texts['form.privacyLink']}
                error={state.errors[consentName(consent)]}
                locale={props.locale}
                required
              />
            ))}
          </div>
          <div className="form__foot">
            <button className="button is-primary form__submit" type="submit" aria-disabled={isBusy || undefined}>
              <span key={state.phase}>{props.texts[isBusy ? 'form.busy' : submitKey(form)]}</span>
            </button>
            {isBusy && <Progress percent={state.progress} text={props.texts['form.progress']} />}
            <p className="form__failure" role="alert">
              {failure && <span key={failure}>{failure}</span>}
            </p>
            <p className="visually-hidden" role="status">
              {state.spoken}
            </p>
          </div>
        </fieldset>
      </form>
      <div className="form__done" role="status" tabIndex={-1}>
        {isDone && <p className="form__thanks">{props.texts['form.successTitle']}</p>}
        {isDone && <p>{props.texts[successNoteKey(form)]}</p>}
      </div>
    </div>
  )
}

/** Returns the DOM id of a field of the form with this id. */
function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`
}

/** Returns the phase whose messages are shown. A busy form keeps its previous messages, so that nothing moves. */
function shownPhase({ phase, before }: FormState): FormState['phase'] | undefined {
  return phase === 'busy' ? before : phase
}

/** The progress of an upload, announced at every quarter. */
function Progress({ percent, text }: { percent: number | undefined; text: string | undefined }): ReactElement | null {
  if (percent === undefined) return null
  const quarter = percent - (percent % 25)
  return (
    <>
      <progress className="form__progress" value={percent} max={100} aria-hidden="true" />
      <p className="visually-hidden" role="status">
        {text?.replace('{{percent}}', `${quarter}`)}
      </p>
    </>
  )
}

function HiddenValues({ locale, referral, jobOffer }: FormProps): ReactElement {
  return (
    <>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="referral" value={referral} />
      {jobOffer !== undefined && <input type="hidden" name="jobOffer" value={jobOffer} />}
    </>
  )
}

function ErrorSummary({ spec, state, id, texts, locale }: FormViewProps & { state: FormState }): ReactElement {
  const named = [
    ...spec.fields.map(({ name }) => ({ name, error: state.errors[name], label: texts[`field.${name}`] })),
    ...spec.consents.map((name) => ({ name, error: state.errors[consentName(name)], label: texts['form.consent'] })),
  ]
  const errors = named.filter(({ error }) => error)
  const isShown = shownPhase(state) === 'refused' && errors.length + state.notes.length > 0
  return (
    <div className="form__summary" tabIndex={-1} hidden={!isShown}>
      <p className="form__summary-title" role="alert">
        {isShown && <span>{texts['form.summaryTitle']}</span>}
      </p>
      <ul>
        {errors.map(({ name, error, label }) => (
          <li key={name + error}>
            <a href={`#${fieldId(id, name)}`}>
              {`${label}: `}
              <span lang={messageLang(error, locale)}>{error}</span>
            </a>
          </li>
        ))}
        {state.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

type CheckBoxProps = {
  id: string
  name: string
  locale: string
  label?: string
  /** Address of a link beside the label. `linkText` is its text. */
  href?: string
  linkText?: string
  error?: string
  required?: boolean
}

function CheckBox({ id, name, locale, label, href, linkText, error, required }: CheckBoxProps): ReactElement {
  return (
    <div className="field is-checkbox" data-field={name}>
      <FieldError id={id} error={error} locale={locale} />
      <input
        className="field__check"
        type="checkbox"
        id={id}
        name={name}
        value="true"
        required={required}
        aria-describedby={`${id}-error`}
        aria-invalid={Boolean(error)}
      />
      <label className="field__label" htmlFor={id}>
        {label}
      </label>{' '}
      {href && (
        <a className="field__link" href={href} target="_blank" rel="noopener">
          {linkText}
        </a>
      )}
    </div>
  )
}
