const lateMs = 4000

/** Rejects when a part of a script does not arrive in time: its request may neither succeed nor fail. */
export function inTime<T>(part: Promise<T>): Promise<T> {
  const limit = new Promise<never>((_, fail) => setTimeout(fail, lateMs, new Error('A script is late.')))
  return Promise.race([part, limit])
}
