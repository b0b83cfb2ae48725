import type { FormProps } from './form-props.ts'

const longestMinutes = 60
const dateOfHttp = /^[a-z]{3,9},? /i

/** Returns the sentence that says when to send a form again, by the headers of an answer. `undefined` without a wait. */
export function waitWords(headers: string, { locale, texts }: FormProps): string | undefined {
  const minutes = askedMinutes(headers)
  const when = minutes && new Intl.RelativeTimeFormat(locale).format(minutes, 'minute')
  return when ? texts['form.wait']?.replace('{{when}}', when) : undefined
}

/**
 * Returns how many minutes the service asks to wait by `Retry-After`, which is in seconds or a date. `undefined` for a
 * time that has passed, more than an hour, and anything else.
 */
export function askedMinutes(headers: string): number | undefined {
  const lines = headers.split('\n').map((line) => line.toLowerCase())
  const headerOf = (name: string): string =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
  const later = headerOf('retry-after')
  // The clock of the visitor may be wrong.
  const ms = dateOfHttp.test(later) ? Date.parse(later) - (Date.parse(headerOf('date')) || Date.now()) : 0
  const minutes = Math.ceil((/^\d+$/.test(later) ? Number(later) * 1000 : ms) / 60_000)
  return minutes > 0 && minutes <= longestMinutes ? minutes : undefined
}
