import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import { courseOf } from './route-courses.ts'

export type RouteLineProps = {
  className?: string
  /** Chooses the course: the address of the page or of a part of it, or `home`. */
  seed: string
  reader: Reader
}

/**
 * The motif of the site: a route that enters at the edge, passes waypoints and arrives. It is decoration, and is
 * animated once.
 */
export function RouteLine({ className, seed, reader }: RouteLineProps): ReactElement {
  const { at, course } = courseOf(seed)
  const [endX, endY] = course.end
  return (
    <svg
      className={className ? `route-line ${className}` : 'route-line'}
      viewBox="0 0 1280 240"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      focusable="false"
      {...sharedContent(reader, `route-line ${at}`, () => (
        <>
          {course.side && <path className="route-line__way is-side" d={course.side} />}
          <path className="route-line__way" d={course.way} />
          {course.stops.map(([x, y]) => (
            <circle key={`${x} ${y}`} className="route-line__stop" cx={x} cy={y} r="5" />
          ))}
          <circle className="route-line__halo" cx={endX} cy={endY} r="20" />
          <circle className="route-line__end" cx={endX} cy={endY} r="8" />
        </>
      ))}
    />
  )
}
