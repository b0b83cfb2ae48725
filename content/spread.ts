/** At most `most` members of a list at equal distances, including the first; all members without `most`. */
export function spread<T>(all: readonly T[], most = all.length): T[] {
  const count = Math.min(most, all.length)
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T) // `at` is less than `count`
}
