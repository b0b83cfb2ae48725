/**
 * Returns the language of a message if it differs from that of the page. The message about a wrong phone number is
 * Polish in every locale (spec §5), and the only one with this word elsewhere.
 */
export function messageLang(message: string | undefined, locale: string): string | undefined {
  return message?.includes('Nieprawid') && locale !== 'pl' ? 'pl' : undefined
}
