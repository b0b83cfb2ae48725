import type { FunctionComponent, ReactElement } from 'react'
import { DirectLine } from './islands/direct-line.tsx'
import type { Reader } from './reader.ts'

type IslandProps<P extends object> = {
  /** File name of the island in `hydrate/islands`, without its extension. */
  name: string
  Component: FunctionComponent<P>
  /** Plain values only, because they are sent to the browser as JSON. */
  props: P
  /**
   * The triggers that wake the island, separated by spaces: `load`, `idle` (some seconds later), `visible` (as soon as
   * it is within a window's height of the viewport), `interact`. An island with disabled controls should not wait for
   * `interact` alone.
   */
  on: string
  reader: Reader
  className?: string
  /** Message for visitors without scripts. */
  noscript?: string
}

/**
 * A component that is rendered into the page and takes over its markup in the browser when it is needed
 * (`hydrate/loader.ts`).
 */
export function Island<P extends object>({
  name,
  Component,
  props,
  on,
  reader,
  className,
  noscript,
}: IslandProps<P>): ReactElement {
  return (
    <div className="island">
      {noscript && (
        <noscript>
          <DirectLine text={noscript} reader={reader} />
        </noscript>
      )}
      <div className="island-failure" role="alert">
        <DirectLine text={reader.text('island.failure')} reader={reader} />
      </div>
      <div
        className={className}
        data-island={reader.asset(`${name}.js`)}
        data-deps={reader.asset(`${name}.deps`)}
        data-on={on}
      >
        <Component {...props} />
      </div>
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', '\\u003c') }}
      />
    </div>
  )
}
