/** What is said of a wrong phone number in every locale (spec §5). */
const phoneWords = 'Nieprawidłowy format numeru telefonu'

/** The language of a message, when it is not that of the page. */
export function messageLang(message: string | undefined, locale: string): string | undefined {
  return message === phoneWords && locale !== 'pl' ? 'pl' : undefined
}
