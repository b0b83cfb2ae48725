import type { FormProps } from '#hydrate/forms/form-props.ts'
import type { Field } from '#hydrate/forms/form-spec.ts'
import { checkChosen } from './check-chosen.ts'
import { fileCount } from './file-rules.ts'

export type ListWords = { texts: Record<string, string>; locale: string }

/** The files of each field with their lines in the list. */
const listed = new WeakMap<HTMLInputElement, Map<File, HTMLElement>>()

/** Returns the key of the message about the chosen files of a field, or `undefined` for good files. */
export function problemOfFiles(
  chosen: FileList,
  field: Field,
  { spec, files }: FormProps,
): Promise<string | undefined> {
  return checkChosen([...chosen], { ...files, maxCount: fileCount(spec, field, files.maxCount) })
}

/**
 * Lists the chosen files below their field, each with a button that removes it. A field for several files also keeps
 * the files of earlier choices, which browsers would discard.
 */
export function takeChoice(input: HTMLInputElement, words: ListWords): void {
  const lines = listed.get(input) ?? new Map<File, HTMLElement>()
  listed.set(input, lines)
  const chosen = [...(input.files ?? [])].filter((file) => !lines.has(file))
  for (const [file, line] of lines) {
    const isAgain = chosen.some((one) => idOf(one) === idOf(file))
    if (input.multiple && !isAgain) continue
    line.remove()
    lines.delete(file)
  }
  for (const file of chosen) {
    const line = lineOf(file, words)
    line.querySelector('button')?.addEventListener('click', () => takeOut(input, file))
    lines.set(file, line)
    input.closest('.files')?.querySelector('ul')?.append(line)
  }
  putFiles(input)
}

function takeOut(input: HTMLInputElement, file: File): void {
  const lines = listed.get(input)
  const line = lines?.get(file)
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  lines?.delete(file)
  line?.remove()
  putFiles(input)
  ;(next?.querySelector('button') ?? input).focus()
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Sets the files of the field to the listed files. */
function putFiles(input: HTMLInputElement): void {
  const transfer = new DataTransfer()
  for (const file of listed.get(input)?.keys() ?? []) transfer.items.add(file)
  input.files = transfer.files
}

function lineOf({ name, size }: File, { texts, locale }: ListWords): HTMLElement {
  const line = document.createElement('li')
  line.className = 'files__file'
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'files__remove' })
  button.ariaLabel = texts['form.removeFile']?.replace('{{name}}', () => name) ?? ''
  line.append(spanOf('files__name', name), spanOf('files__size', sizeText(size, locale)), button)
  return line
}

function spanOf(className: string, textContent: string): HTMLElement {
  return Object.assign(document.createElement('span'), { className, textContent })
}

function sizeText(bytes: number, locale: string): string {
  const kilobytes = Math.ceil(bytes / 1024)
  const [value, unit] = kilobytes < 1024 ? [kilobytes, 'kilobyte'] : [kilobytes / 1024, 'megabyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

function idOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}
