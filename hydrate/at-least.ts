const shortestMs = 200

/** The value, but not before 200 ms have passed, so that a loader does not flicker (spec §4). */
export async function atLeast<T>(value: Promise<T>): Promise<T> {
  const [settled] = await Promise.all([value, new Promise((passed) => setTimeout(passed, shortestMs))])
  return settled
}
