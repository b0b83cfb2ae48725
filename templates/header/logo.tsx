import type { ReactElement } from 'react'
import type { Reader } from '#blocks/_shared/reader.ts'

/** How many letters a line may have to stand at full size in a phone's bar. A name has two lines: three would fill the bar to its edges. */
const longestLineInBar = 14

/** A sign and the name of the brand in the site's own type. The sign is a route from its start to its goal, or the brand's icon. */
export function Logo({ reader }: { reader: Reader }): ReactElement {
  const { brand, logo } = reader.site
  const name = reader.words(brand) ?? ''
  return (
    <span className="logo">
      {logo === 'icon' ? (
        // Low priority, else React would put a `preload` before it, in the middle of the page.
        <img className="logo__icon" src={reader.asset('icon.svg')} alt="" width={36} height={36} fetchPriority="low" />
      ) : (
        <Route />
      )}
      <span className={longerLine(name) > longestLineInBar ? 'logo__name is-long' : 'logo__name'}>{name}</span>
    </span>
  )
}

/** How many letters the longer line of a name has, when it breaks in two at the blank or soft hyphen that makes the lines most even. */
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
