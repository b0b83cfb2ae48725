import type { ReactElement } from 'react'
import type { BlockRow, FieldRead, PanelData, Remark } from '#preview/panel-data.ts'

export type ChecksTabProps = {
  data: PanelData
  onRead: (read: FieldRead) => void
  onBlock: (block: BlockRow) => void
}

/** Lists what an editor should look at before the page is published. */
export function ChecksTab({ data, onRead, onBlock }: ChecksTabProps): ReactElement {
  const { remarks, reads, record, blocks } = data
  if (remarks.length === 0)
    return <p className="hint">Nothing to fix: links, pictures, headings, lengths and translations are in order.</p>
  /** Returns a function that shows the subject of a remark: its field, or else its block. */
  const wayTo = ({ path }: Remark): (() => void) | undefined => {
    if (path === undefined) return undefined
    const own = reads.filter((one) => one.record === record)
    const read = own.find((one) => one.path === path) ?? own.find((one) => isBelow(one.path, path))
    const block = blocks.find((one) => one.path === path || isBelow(path, one.path))
    if (read && !(block?.isBroken ?? false)) return () => onRead(read)
    return block && (() => onBlock(block))
  }
  return (
    <ul className="checks">
      {remarks.map((remark, at) => {
        const { code, severity, message, hint } = remark
        const show = wayTo(remark)
        return (
          <li key={String(at)} className={`checks__one is-${severity}`}>
            <p className="checks__message">{message}</p>
            {hint && <p className="checks__hint">{hint}</p>}
            <p className="checks__code">
              <code>{code}</code>
              {show && (
                <button type="button" className="quiet" onClick={show}>
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

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
}
