import type { ReactElement } from 'react'
import type { Reader } from './reader.ts'
import { sharedContent } from './shared-content.ts'

const paths = {
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  back: 'M20 12H5m6-6-6 6 6 6',
  up: 'M12 20V5m-6 6 6-6 6 6',
  chevron: 'm6 9.5 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 8h16M4 16h10',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20',
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9',
  globe: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17Z',
  phone:
    'M7.5 4H5a1 1 0 0 0-1 1.1C4.6 13.3 10.7 19.4 18.9 20a1 1 0 0 0 1.1-1v-2.5l-4-1.8-1.8 1.9a12 12 0 0 1-5.8-5.8L10.3 9 8.5 4Z',
  mail: 'M4 6h16v12H4zm0 .8 8 6.2 8-6.2',
  pin: 'M12 21c4-4.6 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.5 6.4 6.5 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  external: 'M8 16 17 7M9 7h8v8',
} as const

const marks = {
  facebook:
    'M13.6 21v-8h2.7l.4-3.2h-3.1V7.8c0-.9.3-1.5 1.6-1.5h1.6V3.4C16.5 3.3 15.6 3.2 14.5 3.2c-2.4 0-4.1 1.5-4.1 4.2v2.4H7.6V13h2.8v8Z',
  linkedin:
    'M4.2 9.3h3.3V20H4.2ZM5.8 4a1.9 1.9 0 1 1 0 3.9 1.9 1.9 0 0 1 0-3.9Zm3.9 5.3h3.2v1.5c.5-.9 1.6-1.8 3.2-1.8 3.4 0 4 2.2 4 5.1V20h-3.3v-5.3c0-1.3 0-2.9-1.7-2.9-1.8 0-2 1.4-2 2.8V20H9.7Z',
  youtube:
    'M21.6 8s-.2-1.4-.8-2c-.8-.8-1.6-.8-2-.9C16 5 12 5 12 5s-4 0-6.8.2c-.4 0-1.2 0-2 .9-.6.6-.8 2-.8 2S2.2 9.6 2.2 11.2v1.5C2.2 14.4 2.4 16 2.4 16s.2 1.4.8 2c.8.8 1.8.8 2.2.8 1.6.2 6.6.2 6.6.2s4 0 6.8-.2c.4 0 1.2 0 2-.9.6-.6.8-2 .8-2s.2-1.6.2-3.2v-1.5c0-1.6-.2-3.2-.2-3.2ZM10 14.6V9.4l5 2.6Z',
} as const

export type IconName = keyof typeof paths | keyof typeof marks

/** Icons that a page shows many times. They are drawn once, in `SharedIcons`. */
const shared = ['arrow', 'chevron', 'close', 'external', 'search'] as const

/** A drawing beside text that says the same, so it is hidden from assistive technology. */
export function Icon({ name }: { name: IconName }): ReactElement {
  const isMark = name in marks
  return (
    <svg className={isMark ? 'icon is-mark' : 'icon'} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      {shared.some((one) => one === name) ? <use href={`#icon-${name}`} /> : <path d={{ ...paths, ...marks }[name]} />}
    </svg>
  )
}

/** The drawings that the icons of a page refer to. Every page has them once; they are invisible by themselves. */
export function SharedIcons({ reader }: { reader: Reader }): ReactElement {
  return (
    <svg
      width="0"
      height="0"
      aria-hidden="true"
      {...sharedContent(reader, 'icons', () => (
        <defs>
          {shared.map((name) => (
            <path key={name} id={`icon-${name}`} d={paths[name]} />
          ))}
        </defs>
      ))}
    />
  )
}
