import type { ReactElement } from 'react'

/** The brand as a route from its start to its goal, and its name in the site's own type. */
export function Logo({ brand }: { brand: string }): ReactElement {
  return (
    <span className="logo">
      <svg className="logo__route" viewBox="0 0 58 72" width="29" height="36" aria-hidden="true" focusable="false">
        <path d="M10 58C10 40 22 40 26 33S28 14 44 14" />
        <circle className="logo__start" cx="10" cy="58" r="6" />
        <circle className="logo__goal" cx="45" cy="14" r="8.5" />
      </svg>
      <span className="logo__name">{brand}</span>
    </span>
  )
}
