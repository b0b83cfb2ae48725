/** Characters of Chinese, Japanese and Korean, which take the room of two others. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303fー\uff01-\uff60]/gu

/** Returns the length of a text in search results, in characters of usual width. */
export function shownLength(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0)
}
