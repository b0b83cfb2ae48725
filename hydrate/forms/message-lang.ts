/** The message about a wrong phone number in every locale (spec §5). */
const phoneWords = 'Nieprawidłowy format numeru telefonu'

/** Returns the language of a message if it differs from that of the page. */
export function messageLang(message: string | undefined, locale: string): string | undefined {
  return message === phoneWords && locale !== 'pl' ? 'pl' : undefined
}
