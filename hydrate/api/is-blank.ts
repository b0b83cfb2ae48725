/** Whether a text consists only of white space and of characters that show nothing, as builds judge it. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}
