type Levels = {
  /** Level of the highest heading of a text. */
  highest: number
  /** Hears of the first heading that leaves a level out. */
  onSkippedLevel?: (heading: SkippedLevel) => void
}

/** The level that the editor wrote, and the level that would have been next. */
export type SkippedLevel = { written: number; next: number }

/** Gives each heading of a text the level below the one it belongs to, from the highest on. */
export function levelHeadings({ highest, onSkippedLevel }: Levels): (written: number) => number {
  const open: number[] = []
  let isTold = false
  return (written) => {
    while ((open.at(-1) ?? 0) >= written) open.pop()
    const shown = Math.min(6, highest + open.length)
    const next = (open.at(-1) ?? highest - 1) + 1
    const isSkip = written > next
    if (isSkip && !isTold) onSkippedLevel?.({ written, next })
    isTold ||= isSkip
    open.push(written)
    return shown
  }
}
