type Levels = {
  /** Level of the highest heading of a text. */
  highest: number
  /** Called for the first heading that skips a level. */
  onSkippedLevel?: (heading: SkippedLevel) => void
}

/** The level that the editor wrote, and the highest number that would not have skipped a level. */
export type SkippedLevel = { written: number; next: number }

/**
 * Returns a function that takes the written level of each heading of a text in turn, and returns the level at which it
 * is shown: one below the heading that it belongs to, or `highest`.
 */
export function levelHeadings({ highest, onSkippedLevel }: Levels): (written: number) => number {
  const open: number[] = []
  let isReported = false
  return (written) => {
    while ((open.at(-1) ?? 0) >= written) open.pop()
    const shown = Math.min(6, highest + open.length)
    const next = (open.at(-1) ?? highest - 1) + 1
    const isSkip = written > next
    if (isSkip && !isReported) onSkippedLevel?.({ written, next })
    isReported ||= isSkip
    open.push(written)
    return shown
  }
}
