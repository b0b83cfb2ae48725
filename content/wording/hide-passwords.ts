/** A text without the names and passwords that addresses in it hold before their host. */
export function hidePasswords(text: string): string {
  return text.replaceAll(/\/\/[^\s/?#"<>]*@/g, '//***@')
}
