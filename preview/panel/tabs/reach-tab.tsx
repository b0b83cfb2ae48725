import type { ReactElement } from 'react'
import type { PanelData, ReachData } from '#preview/panel-data.ts'

const kinds = { changed: 'changes', new: 'is new', removed: 'is removed' }

/** Lists every address that publishing the draft would change, with links to its page before and after. */
export function ReachTab({ reach, data }: { reach: ReachData | undefined; data: PanelData }): ReactElement {
  if (!reach || reach.state === 'computing')
    return <p className="hint">Comparing every page with and without the draft…</p>
  if (reach.failure) return <p className="hint">The pages cannot be compared: {reach.failure}</p>
  if (reach.rows.length === 0) {
    if (data.state === 'published') return <p className="hint">There is no change to publish.</p>
    const way = data.hasAddress
      ? ''
      : ' This page has no address yet: it needs a node that refers to it or to its collection.'
    return <p className="hint">Publishing changes no address.{way}</p>
  }
  return (
    <>
      <p className="hint">
        Publishing changes {reach.rows.length} of {reach.checked} addresses.
      </p>
      <ul className="reach">
        {reach.rows.map(({ path, title, change, before, after }) => (
          <li key={path} className="reach__one">
            <span className="reach__path">{path}</span>
            <span className="reach__title" dir="auto">
              {title === path.slice(1) ? '' : title}
            </span>
            <span className="reach__links">
              {change !== 'changed' && <span className={`badge is-${change}`}>{kinds[change]}</span>}
              {before && (
                <a href={before} target="_blank" rel="noopener" aria-label={`Before: ${path}`}>
                  before
                </a>
              )}
              {after && (
                <a href={after} target="_blank" rel="noopener" aria-label={`After: ${path}`}>
                  after
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
