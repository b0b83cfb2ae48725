import type { ReactElement } from 'react'
import type { Reader } from './reader.ts'

type Content = { dangerouslySetInnerHTML: { __html: string } } | { children: ReactElement }

/** Returns props for an element whose content is made once for all pages of a locale that use this name. */
export function sharedContent(reader: Reader, name: string, make: () => ReactElement): Content {
  if (!reader.shared) return { children: make() }
  return { dangerouslySetInnerHTML: { __html: reader.shared(name, make) } } // markup of our own components
}

/** Returns words that are made once for all pages of a locale that use this name. */
export function sharedWords(reader: Reader, name: string, make: () => string): string {
  return reader.shared ? reader.shared(name, make) : make()
}
