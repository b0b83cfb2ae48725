/** Replaces lone surrogates (half an emoji), which addresses cannot contain, with the replacement character. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
