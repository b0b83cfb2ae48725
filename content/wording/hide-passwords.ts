/** Replaces the user names and passwords in the addresses of a text. */
export function hidePasswords(text: string): string {
  return text.replaceAll(/\/\/[^\s/?#"<>]*@/g, '//***@')
}
