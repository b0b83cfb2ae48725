import type { ReactElement } from 'react'
import { hiddenTextKeys } from '#hydrate/hidden/hidden-props.ts'
import { HiddenPage } from '#hydrate/islands/hidden-page.tsx'
import { Island } from './island.tsx'
import type { Reader } from './reader.ts'

/** The place of a hidden page in the shell that stands at the reader's own path. */
export function HiddenPageIsland({ reader }: { reader: Reader }): ReactElement {
  const props = {
    api: reader.site.apiBase,
    locale: reader.locale,
    shell: reader.path,
    login: reader.page('login'),
    home: reader.page('home'),
    texts: Object.fromEntries(hiddenTextKeys.map((key) => [key, reader.text(key)])),
  }
  return (
    <Island
      name="hidden-page"
      Component={HiddenPage}
      props={props}
      on="load"
      reader={reader}
      className="restricted-page__content"
    />
  )
}
