import type { FormProps } from '#hydrate/forms/form-props.ts'
import { checkChosen } from './check-chosen.ts'
import { fileCount } from './file-rules.ts'
import { bytesOf } from './sniff-file.ts'

export type ListWords = { texts: Record<string, string>; locale: string }

/** The files of each field with their lines in the list. */
const listed = new WeakMap<HTMLInputElement, Map<File, HTMLElement>>()

/** Returns the message about the chosen files of a field, or `undefined` for good files. One of several is named. */
export async function messageOfFiles(
  { name, files: chosen }: HTMLInputElement,
  { spec, files, texts }: FormProps,
): Promise<string | undefined> {
  const field = spec.fields.find((one) => one.name === name)
  if (!chosen || !field) return undefined
  const problem = await checkChosen([...chosen], { ...files, maxCount: fileCount(spec, field, files.maxCount) })
  if (!problem) return undefined
  const text = texts[problem.key] ?? problem.key
  return problem.file && chosen.length > 1 ? `${problem.file.name}: ${text}` : text
}

/**
 * Lists the chosen files below their field, each with a button that removes it. A field for several files also keeps
 * the files of earlier choices, which browsers would discard, unless a file of the same name replaces one that was
 * changed or moved since.
 */
export function takeChoice(input: HTMLInputElement, words: ListWords): void {
  const lines = listed.get(input) ?? startList(input)
  const current = [...(input.files ?? [])]
  const chosen = current.filter((file) => !lines.has(file))
  for (const [file, line] of lines) {
    const isAgain = chosen.some((one) => idOf(one) === idOf(file))
    if (input.multiple ? !isAgain : current.includes(file)) {
      if (chosen.some(({ name }) => name === file.name)) bytesOf(file).catch(() => leaveOut(input, file))
      continue
    }
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

function startList(input: HTMLInputElement): Map<File, HTMLElement> {
  const lines = new Map<File, HTMLElement>()
  listed.set(input, lines)
  // Chromium fires this event instead of `input` when the same file is chosen again, even if the file was changed.
  input.addEventListener('cancel', () => tellChange(input))
  return lines
}

function takeOut(input: HTMLInputElement, file: File): void {
  const line = listed.get(input)?.get(file)
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  leaveOut(input, file)
  ;(next?.querySelector('button') ?? input).focus()
}

function leaveOut(input: HTMLInputElement, file: File): void {
  const lines = listed.get(input)
  lines?.get(file)?.remove()
  lines?.delete(file)
  putFiles(input)
  tellChange(input)
}

function tellChange(input: HTMLInputElement): void {
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
  // Rounded up, so that a file that is too large does not seem to have the largest accepted size.
  const [value, unit] =
    kilobytes < 1024 ? [kilobytes, 'kilobyte'] : [Math.ceil((kilobytes * 10) / 1024) / 10, 'megabyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

function idOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}
