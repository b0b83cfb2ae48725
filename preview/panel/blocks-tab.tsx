import type { ReactElement } from 'react'
import { fieldLabel } from '#preview/field-label.ts'
import type { FieldRead } from '#preview/field-read.ts'
import type { BlockRow, PanelData } from '#preview/panel-data.ts'
import { shownText } from './normal-text.ts'
import type { Picked } from './pick-field.ts'

export type BlocksTabProps = {
  data: PanelData
  picked: Picked | undefined
  onBlock: (block: BlockRow) => void
  onRead: (read: FieldRead) => void
}

/** The page by block; what was picked stands above, and inside its block every field. */
export function BlocksTab({ data, picked, onBlock, onRead }: BlocksTabProps): ReactElement {
  const { blocks, reads, record } = data
  const own = reads.filter((read) => read.record === record)
  return (
    <>
      <PickedField picked={picked} record={record} />
      <section className="part">
        <h2 className="part__title">Page</h2>
        <Fields reads={own.filter(({ path }) => !path.startsWith('blocks['))} picked={picked?.read} onRead={onRead} />
      </section>
      <ol className="blocks">
        {blocks.map((block, at) => {
          const isPicked = picked?.block?.id === block.id || picked?.read?.path.startsWith(`${block.path}.`) === true
          return (
            <li key={block.id} className={isPicked ? 'blocks__one is-picked' : 'blocks__one'}>
              <button type="button" className="blocks__head" onClick={() => onBlock(block)} aria-expanded={isPicked}>
                <span className="blocks__number">{at + 1}</span>
                <span className="blocks__type">{block.type.replaceAll('_', ' ')}</span>
                <span className="blocks__headline">{block.headline}</span>
                {block.isBroken && <span className="badge is-broken">wrong shape</span>}
              </button>
              {isPicked && (
                <Fields
                  reads={own.filter(({ path }) => path.startsWith(`${block.path}.`))}
                  picked={picked?.read}
                  onRead={onRead}
                  within={block.path}
                />
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

function PickedField({ picked, record }: { picked: Picked | undefined; record: string }): ReactElement {
  if (!picked) return <p className="hint">Click on the page to see which field it comes from.</p>
  const { read, block } = picked
  return (
    <dl className="picked" aria-live="polite">
      {block && (
        <div>
          <dt>Block</dt>
          <dd>
            {block.type.replaceAll('_', ' ')} <code>{block.id}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>Record</dt>
        <dd>
          <code>{read?.record ?? record}</code>
        </dd>
      </div>
      <div>
        <dt>Field</dt>
        <dd>{read ? <code>{read.path}</code> : 'made by the template, of no single field'}</dd>
      </div>
      {read && <div className="picked__value">{shownText(read.value)}</div>}
    </dl>
  )
}

type FieldsProps = {
  reads: FieldRead[]
  picked: FieldRead | undefined
  onRead: (read: FieldRead) => void
  within?: string
}

function Fields({ reads, picked, onRead, within }: FieldsProps): ReactElement {
  return (
    <ul className="fields">
      {reads.map((read) => (
        <li key={read.path}>
          <button
            type="button"
            className={
              read.path === picked?.path && read.record === picked.record ? 'fields__one is-picked' : 'fields__one'
            }
            onClick={() => onRead(read)}
          >
            <span className="fields__name">{fieldLabel(within ? read.path.slice(within.length + 1) : read.path)}</span>
            <span className="fields__value">{shownText(read.value)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
