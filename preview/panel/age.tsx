import { type ReactElement, useEffect, useState } from 'react'

/**
 * Shows how long ago everything on the page was last read from the content service. `at` is in milliseconds, as
 * `Date.now()` returns it.
 */
export function Age({ at }: { at: number }): ReactElement {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className="panel__age" dateTime={new Date(at).toISOString()} title="When the content service was last read">
      as of {ageText(Math.max(0, now - at))}
    </time>
  )
}

function ageText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 5) return 'now'
  if (seconds < 60) return `${seconds} s ago`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`
}
