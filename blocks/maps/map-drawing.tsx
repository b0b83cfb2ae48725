import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'
import { latitude, longitude } from './coordinates.ts'
import { type Marker, mapSize, placeMarkers } from './place-markers.ts'

const { width, height } = mapSize
/** Room for the degrees of a meridian on a phone. Closer to the edge they would be cut off, so they are left out. */
const labelWidth = 110

export type MapDrawingProps = { markers: readonly Marker[]; zoom: number; reader: Reader }

/**
 * A schematic map of the places: contours, a grid of degrees, and a waypoint with the list number of each place. Beside
 * a long list the box is taller than the drawing, so the lines of the grid extend beyond the drawing.
 */
export function MapDrawing({ markers, zoom, reader }: MapDrawingProps): ReactElement | null {
  const drawing = placeMarkers(markers, zoom)
  if (drawing.markers.length === 0) return null
  const route = [...drawing.markers].sort((a, b) => a.x - b.x).map(({ x, y }) => `${x} ${y}`)
  return (
    <svg className="maps__drawing" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g className="maps__contours">
        <path d="M-20 130C150 40 260 190 420 120S700 10 980 90M-20 200C140 120 280 250 430 190S720 70 980 150M-20 290C120 220 300 320 450 270S730 150 980 220" />
        <path d="M-20 440C160 330 300 470 470 390S760 250 980 320M-20 520C190 420 330 540 500 460S780 330 980 400M-20 600C150 500 400 590 540 530S800 420 980 480" />
      </g>
      {/* Degrees begin at their line even on right-to-left pages. */}
      <g className="maps__grid" direction="ltr">
        {drawing.meridians.map(({ at, degrees }) => (
          <g key={degrees}>
            <path d={`M${at} ${-height}V${2 * height}`} />
            {at < width - labelWidth && (
              <text x={at + 8} y={height - 12}>
                {longitude(degrees, reader)}
              </text>
            )}
          </g>
        ))}
        {drawing.parallels.map(({ at, degrees }) => (
          <g key={degrees}>
            <path d={`M${-width} ${at}H${2 * width}`} />
            <text x={14} y={at - 8}>
              {latitude(degrees, reader)}
            </text>
          </g>
        ))}
      </g>
      {route.length > 1 && <path className="maps__route" d={`M${route.join('L')}`} />}
      {drawing.markers.map(({ x, y, number }) => (
        <g key={number} className="maps__marker">
          <circle className="maps__halo" cx={x} cy={y} r="26" />
          <circle className="maps__dot" cx={x} cy={y} r="15" />
          <text x={x} y={y}>
            {String(number)}
          </text>
        </g>
      ))}
    </svg>
  )
}
