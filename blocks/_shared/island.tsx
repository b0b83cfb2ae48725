import type { FunctionComponent, ReactElement } from 'react'
import { DirectLine } from './islands/direct-line.tsx'
import type { Reader } from './reader.ts'

type IslandProps<P extends object> = {
  /** File of the island in `hydrate/islands`, without ending. */
  name: string
  Component: FunctionComponent<P>
  /** Plain values only: they travel to the browser as JSON. */
  props: P
  /**
   * What wakes it, any of these: `load`, `idle` (some seconds later), `visible` (a window's height before), `interact`. What is disabled
   * until then should not wait for `interact` alone.
   */
  on: string
  reader: Reader
  className?: string
  /** What visitors without scripts are told. */
  noscript?: string
}

/** A component whose markup stands in the page and that takes over in the browser when it is needed (`hydrate/loader.ts`). */
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
