/** A text that addresses can hold: half of a cut emoji becomes the sign for an unknown character. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
