import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

/** How many letters fit on a line at full size in a phone's bar. A name has two lines; three would fill the bar. */
const longestLineInBar = 14

/**
 * The name of the brand in the site's font, after a symbol: a route from start to finish, or the brand's icon. The name
 * runs in its own direction, so that its full stop or sign stays at its end in any language.
 */
export function Logo({ reader }: { reader: Reader }): ReactElement {
  const { brand, logo } = reader.site
  const name = reader.words(brand) ?? ''
  return (
    <span className="logo">
      {logo === 'icon' ? (
        // Without the low priority React would put a `preload` before it, in the middle of the page.
        <img className="logo__icon" src={reader.asset('icon.svg')} alt="" width={36} height={36} fetchPriority="low" />
      ) : (
        <Route />
      )}
      <span className={longerLine(name) > longestLineInBar ? 'logo__name is-long' : 'logo__name'}>
        <bdi>{name}</bdi>
      </span>
    </span>
  )
}

/** Returns the length of a name's longer line, when the name breaks at the best space or soft hyphen. */
function longerLine(name: string): number {
  const breaks = [...name.matchAll(/[ \u00ad]/g)].map(({ index }) => Math.max(index, name.length - index - 1))
  return Math.min(name.length, ...breaks)
}

function Route(): ReactElement {
  return (
    <svg className="logo__route" viewBox="0 0 58 72" width="29" height="36" aria-hidden="true" focusable="false">
      <path d="M10 58C10 40 22 40 26 33S28 14 44 14" />
      <circle className="logo__start" cx="10" cy="58" r="6" />
      <circle className="logo__goal" cx="45" cy="14" r="8.5" />
    </svg>
  )
}
