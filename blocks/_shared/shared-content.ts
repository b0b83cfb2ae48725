import type { ReactElement } from 'react'
import type { Reader } from './reader.ts'

type Content = { dangerouslySetInnerHTML: { __html: string } } | { children: ReactElement }

/** Props for an element whose content is made once for all pages of a locale on which it has this name. */
export function sharedContent(reader: Reader, name: string, make: () => ReactElement): Content {
  if (!reader.shared) return { children: make() }
  return { dangerouslySetInnerHTML: { __html: reader.shared(name, make) } } // markup of our own components
}

/** Words made once for all pages of a locale on which they have this name. */
export function sharedWords(reader: Reader, name: string, make: () => string): string {
  return reader.shared ? reader.shared(name, make) : make()
}
