/** At most `size` members of a list at equal distances, including the first; all members without `size`. */
export function evenSample<T>(all: readonly T[], size = all.length): T[] {
  const count = Math.min(size, all.length)
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T) // `at` is less than `count`
}
