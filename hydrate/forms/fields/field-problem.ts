import type { FormProps } from '#hydrate/forms/form-props.ts'
import { inTime } from '#hydrate/in-time.ts'
import { checkText } from './check-field.ts'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function isControl(target: EventTarget | null): target is Control {
  return target instanceof HTMLElement && 'name' in target
}

/** Returns how many more characters a control takes, below 0 for too many. About a billion without a limit. */
export function roomOf({ name, value }: Control, { spec }: FormProps): number {
  const { maxLength = 1e9 } = spec.fields.find((field) => field.name === name) ?? {}
  return maxLength - value.trim().length
}

/** Returns the message about each invalid field by the name of its control, in the order of the form. */
export async function messagesOf(form: HTMLFormElement, props: FormProps): Promise<Record<string, string>> {
  const messages: Record<string, string> = {}
  for (const control of form.elements as Iterable<Element> as Iterable<Control>) {
    const message = await messageOf(control, props)
    if (message) messages[control.name] = message
  }
  return messages
}

/** Returns the message about an invalid field, or `undefined` for a valid field. */
export async function messageOf(control: Control, props: FormProps): Promise<string | undefined> {
  if ('files' in control && control.files?.length) return (await loadFileParts())?.messageOfFiles(control, props)
  const key = problemOf(control, props)
  return key && (props.texts[key] ?? key).replace('{{over}}', `${-roomOf(control, props)}`)
}

function problemOf(control: Control, { spec }: FormProps): string | undefined {
  const field = spec.fields.find(({ name }) => name === control.name)
  if (!field) {
    // The other checkboxes are consents.
    return control.type === 'checkbox' && !(control as HTMLInputElement).checked ? 'validation.required' : undefined
  }
  if (field.kind === 'checkbox') return undefined
  // The Swedish format is the one of date fields: 2026-10-28.
  const isPast = field.kind === 'date' && control.value && control.value < new Date().toLocaleDateString('sv')
  if (isPast) return 'validation.past'
  return control.validity.badInput ? 'validation.invalid' : checkText(field, control.value)
}

/** Loads the code for chosen files. Returns `undefined` when that fails, because the service checks files too. */
export function loadFileParts(): Promise<typeof import('#hydrate/forms/files/chosen-files.ts') | undefined> {
  return orWithout(import('#hydrate/forms/files/chosen-files.ts'))
}

/** Returns a part of the script, or `undefined` when it cannot be loaded in time. A form works without. */
export function orWithout<T>(part: Promise<T>): Promise<T | undefined> {
  return inTime(part).catch(() => undefined)
}
