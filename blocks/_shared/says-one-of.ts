/** Whether a text has the same words as one of `others`, ignoring case, spaces, soft hyphens and punctuation. */
export function saysOneOf(text: string, others: readonly string[]): boolean {
  const words = wordsOf(text)
  return others.some((other) => wordsOf(other) === words)
}

function wordsOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{M}\p{N}\p{S}]+/gu) ?? []).join(' ')
}
