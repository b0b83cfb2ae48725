/** A text that addresses can hold: half a character becomes the sign for one that is unknown. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
