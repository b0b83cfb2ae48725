import type { ReactElement } from 'react'
import type { Reader } from './reader.ts'
import { sharedContent } from './shared-content.ts'

/** The motif of the site: a route that enters at the edge, passes waypoints and arrives. Decoration; it draws itself once. */
export function RouteLine({ className, reader }: { className?: string; reader: Reader }): ReactElement {
  return (
    <svg
      className={className ? `route-line ${className}` : 'route-line'}
      viewBox="0 0 1280 240"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      focusable="false"
      {...sharedContent(reader, 'route-line', () => (
        <>
          <path
            className="route-line__way"
            d="M-3000 222H770c56 0 80-16 104-54s44-54 92-54h40c50 0 72-14 94-40s46-40 92-40h44"
          />
          <circle className="route-line__stop" cx="770" cy="222" r="5" />
          <circle className="route-line__stop" cx="986" cy="114" r="5" />
          <circle className="route-line__halo" cx="1236" cy="34" r="20" />
          <circle className="route-line__end" cx="1236" cy="34" r="8" />
        </>
      ))}
    />
  )
}
