import type { ReactElement } from 'react'
import type { FieldRead } from '#preview/field-read.ts'
import type { Remark } from '#preview/panel-data.ts'

export type ChecksTabProps = { remarks: Remark[]; reads: FieldRead[]; onRead: (read: FieldRead) => void }

/** What an editor should look at before the page is published. */
export function ChecksTab({ remarks, reads, onRead }: ChecksTabProps): ReactElement {
  if (remarks.length === 0)
    return <p className="hint">Nothing to mend: links, pictures, headings, lengths and translations are in order.</p>
  return (
    <ul className="checks">
      {remarks.map((remark) => {
        const { code, severity, message, hint, path } = remark
        const read =
          path === undefined ? undefined : reads.find((one) => one.path === path || one.path.startsWith(`${path}.`))
        return (
          <li key={`${code} ${message}`} className={`checks__one is-${severity}`}>
            <p className="checks__message">{message}</p>
            {hint && <p className="checks__hint">{hint}</p>}
            <p className="checks__code">
              <code>{code}</code>
              {read && (
                <button type="button" className="quiet" onClick={() => onRead(read)}>
                  Show
                </button>
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
