/**
 * Makes a text safe to print in a terminal: control characters and marks of
 * writing direction are written as JSON escapes.
 */
export function withVisibleControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const written = JSON.stringify(character).slice(1, -1)
    return written === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : written
  })
}
