import type { ReactElement } from 'react'

/** The site's route motif, lost: it leaves the last waypoint, circles, fades and ends nowhere. It is decoration. */
export function NotFoundRoute(): ReactElement {
  return (
    <svg
      className="route-line lost-route"
      viewBox="0 0 1280 720"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g className="lost-route__map">
        <path d="M500 945l60-225c40-150 190-170 300-220s130-190 260-230 170-10 200-20" />
        <path d="M615 945l75-225c30-90 140-100 240-150s120-170 230-210 130-10 160-20" />
        <path d="M387 945l43-225c40-210 240-240 350-290s150-200 300-250 200-20 240-30" />
        <path d="M730 945l90-225c20-50 90-50 160-90s90-120 170-150 130-10 170-20" />
        <path d="M267 945l33-225c40-270 290-310 400-360S870 140 1040 80s240-30 280-40" />
      </g>
      <path className="route-line__way" d="M-20 660h470c80 0 110-30 140-95s60-95 130-95h60" />
      <path
        className="lost-route__doubt"
        d="M780 470c110 0 190-50 190-140s-70-130-140-130-130 50-130 120 60 120 150 120c130 0 160-90 220-150s100-60 150-52"
      />
      <circle className="route-line__stop" cx="450" cy="660" r="6" />
      <circle className="route-line__stop" cx="720" cy="470" r="6" />
      <circle className="route-line__halo" cx="780" cy="470" r="24" />
      <circle className="route-line__end" cx="780" cy="470" r="9" />
      <path className="lost-route__cross" d="M1228 228l22 22m0-22-22 22" />
    </svg>
  )
}
