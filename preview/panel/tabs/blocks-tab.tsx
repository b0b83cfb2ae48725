import type { ReactElement } from 'react'
import { fieldLabel } from '#preview/field-label.ts'
import { shownText } from '#preview/panel/picking/normal-text.ts'
import type { Picked } from '#preview/panel/picking/pick-field.ts'
import type { BlockRow, FieldRead, PanelData } from '#preview/panel-data.ts'

export type BlocksTabProps = {
  data: PanelData
  picked: Picked | undefined
  onBlock: (block: BlockRow) => void
  onRead: (read: FieldRead) => void
}

/** Shows the page by block. The picked place is shown above, and every field of its block inside that block. */
export function BlocksTab({ data, picked, onBlock, onRead }: BlocksTabProps): ReactElement {
  const { blocks, reads, record } = data
  const own = reads.filter((read) => read.record === record)
  const isOf = (read: FieldRead): boolean =>
    picked?.reads.some(({ record, path }) => record === read.record && path === read.path) ?? false
  return (
    <>
      <PickedField picked={picked} />
      <section className="part">
        <h2 className="part__title">Page</h2>
        <Fields reads={own.filter(({ path }) => !path.startsWith('blocks['))} isPicked={isOf} onRead={onRead} />
      </section>
      <ol className="blocks">
        {blocks.map((block, at) => {
          const isPicked =
            picked?.block?.id === block.id || reads.some((read) => isOf(read) && read.path.startsWith(`${block.path}.`))
          return (
            <li key={block.id} className={isPicked ? 'blocks__one is-picked' : 'blocks__one'}>
              <button type="button" className="blocks__head" onClick={() => onBlock(block)} aria-expanded={isPicked}>
                <span className="blocks__number">{at + 1}</span>
                <span className="blocks__type">{block.type.replaceAll('_', ' ')}</span>
                <span className="blocks__headline" dir="auto">
                  {block.headline}
                </span>
                {block.isBroken && <span className="badge is-broken">not valid</span>}
              </button>
              {isPicked && (
                <Fields
                  reads={own.filter(({ path }) => path.startsWith(`${block.path}.`))}
                  isPicked={isOf}
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

const maxShown = 8
const names: Record<string, string> = {
  src: 'Picture',
  alt: 'Alternative text',
  href: 'Address',
  action: 'Address',
  datetime: 'Date',
  'aria-label': 'Name for screen readers',
}

function PickedField({ picked }: { picked: Picked | undefined }): ReactElement {
  if (!picked) return <p className="hint">Click on the page to see which field a place shows.</p>
  const { reads, others, block } = picked
  const [read] = reads
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
      {read && reads.length === 1 && (
        <div>
          <dt>Record</dt>
          <dd>
            <code>{read.record}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>{reads.length > 1 ? 'Several fields' : 'Field'}</dt>
        {reads.length > 1 ? (
          <FieldNames reads={reads} />
        ) : (
          <dd>{read ? <code>{read.path}</code> : 'made by the template, not from a field'}</dd>
        )}
      </div>
      {others.map((other) => (
        <div key={other.name}>
          <dt>{names[other.name] ?? other.name}</dt>
          <FieldNames reads={other.reads} />
        </div>
      ))}
      {read && reads.length === 1 && (
        <div className="picked__value" dir="auto">
          {shownText(read)}
        </div>
      )}
    </dl>
  )
}

function FieldNames({ reads }: { reads: FieldRead[] }): ReactElement {
  return (
    <dd>
      <ul className="picked__fields">
        {reads.slice(0, maxShown).map(({ record, path }) => (
          <li key={`${record} ${path}`}>
            <code>{record}</code> <code>{path}</code>
          </li>
        ))}
        {reads.length > maxShown && <li>and {reads.length - maxShown} more</li>}
      </ul>
    </dd>
  )
}

type FieldsProps = {
  reads: FieldRead[]
  isPicked: (read: FieldRead) => boolean
  onRead: (read: FieldRead) => void
  within?: string
}

function Fields({ reads, isPicked, onRead, within }: FieldsProps): ReactElement {
  return (
    <ul className="fields">
      {reads.map((read) => (
        <li key={read.path}>
          <button
            type="button"
            className={isPicked(read) ? 'fields__one is-picked' : 'fields__one'}
            onClick={() => onRead(read)}
          >
            <span className="fields__name">{fieldLabel(within ? read.path.slice(within.length + 1) : read.path)}</span>
            <span className="fields__value" dir="auto">
              {shownText(read)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
