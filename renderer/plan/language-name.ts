/**
 * The language's own name with a capital letter: "Polski", "Français". Slow, because Node reads the names of each
 * language from its data.
 */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
