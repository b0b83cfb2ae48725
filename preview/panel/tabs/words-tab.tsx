import type { ReactElement } from 'react'
import type { PanelData, WordChange } from '#preview/panel-data.ts'

/** Lists the words that differ from the published ones, field by field, side by side. */
export function WordsTab({ words, state }: { words: WordChange[]; state: PanelData['state'] }): ReactElement {
  if (state === 'new') return <p className="hint">This page is not published yet, so all of its words are new.</p>
  if (words.length === 0) return <p className="hint">The draft has the same words as the published page.</p>
  return (
    <ul className="words">
      {words.map((change, at) => (
        <li key={String(at)} className="words__one">
          <h2 className="words__label" title={change.path}>
            {change.label}
          </h2>
          <div className="words__sides">
            <Side change={change} side="removed" name="Published" />
            <Side change={change} side="added" name="Draft" />
          </div>
        </li>
      ))}
    </ul>
  )
}

type SideProps = { change: WordChange; side: 'added' | 'removed'; name: string }

function Side({ change, side, name }: SideProps): ReactElement {
  const words = placed(change.words.filter(({ kind }) => kind === 'kept' || kind === side))
  const Mark = side === 'added' ? 'ins' : 'del'
  return (
    <div className={`words__side is-${side}`}>
      <h3 className="words__name">{name}</h3>
      <p dir="auto">
        {words.length === 0 && <em>nothing</em>}
        {words.map(({ text, kind, from, isFirst, isLast }) =>
          kind === 'kept' ? <span key={from}>{brief(text, isFirst, isLast)}</span> : <Mark key={from}>{text}</Mark>,
        )}
      </p>
    </div>
  )
}

/** Adds to each run of words the position where it begins in the text. */
function placed(words: WordChange['words']) {
  let from = 0
  return words.map((run, at) => {
    const start = from
    from += run.text.length
    return { ...run, from: start, isFirst: at === 0, isLast: at === words.length - 1 }
  })
}

const context = 70

/** Shortens long runs of unchanged words to the parts next to changes. */
function brief(text: string, isFirst: boolean, isLast: boolean): string {
  const most = isFirst || isLast ? context : 2 * context
  if (text.length <= most + context || (isFirst && isLast)) return text
  const head = isFirst ? '' : text.slice(0, text.indexOf(' ', context))
  const tail = isLast ? '' : text.slice(text.lastIndexOf(' ', text.length - context))
  return `${head} … ${tail}`
}
