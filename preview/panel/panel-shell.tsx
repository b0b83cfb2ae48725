import type { ReactElement } from 'react'
import { adminHref } from '#preview/admin-href.ts'
import type { BlockRow, FieldRead, PanelData } from '#preview/panel-data.ts'
import { Age } from './age.tsx'
import type { Picked } from './picking/pick-field.ts'
import { BlocksTab } from './tabs/blocks-tab.tsx'
import { ChecksTab } from './tabs/checks-tab.tsx'
import { LanguagesTab } from './tabs/languages-tab.tsx'
import { ReachTab } from './tabs/reach-tab.tsx'
import { SearchTab } from './tabs/search-tab.tsx'
import { type Tab, Tabs } from './tabs/tabs.tsx'
import { WordsTab } from './tabs/words-tab.tsx'
import type { PanelState } from './use-panel-data.ts'

export type PanelShellProps = {
  state: PanelState
  /** Whether the page in view belongs to no document, as a page that was not found. */
  isOther: boolean
  picked: Picked | undefined
  isInspecting: boolean
  onInspect: (isOn: boolean) => void
  onHide: () => void
  onRefresh: () => void
  onBlock: (block: BlockRow) => void
  onRead: (read: FieldRead) => void
}

const states: Record<PanelData['state'], string> = {
  published: 'As published',
  changed: 'Draft with changes',
  new: 'Not published yet',
}

/** The panel: the identity of the page, and the tabs with everything about it. */
export function PanelShell(props: PanelShellProps): ReactElement {
  const { state, isOther, isInspecting, onInspect, onHide, onRefresh } = props
  const { data, failure, trouble, unread, isLive, checkedAt, isRefreshing } = state
  const reported = [...new Set([trouble, failure ?? unread])].filter((one) => one !== undefined)
  return (
    <aside className="panel" id="panel-tools" aria-label="Preview" tabIndex={-1}>
      <header className="panel__head">
        <div className="panel__bar">
          <a className="quiet" href="/admin/">
            All pages
          </a>
          <button
            type="button"
            className="quiet"
            aria-pressed={isInspecting}
            onClick={() => onInspect(!isInspecting)}
            title="Click on the page to see which field a place shows (Alt+I). Hold Alt to click as usual."
          >
            Pick fields
          </button>
          <button type="button" className="quiet" onClick={onHide} title="Hide the panel (Alt+P)">
            Hide
          </button>
        </div>
        <div className="panel__state">
          <span className={isLive ? 'panel__live is-on' : 'panel__live'} role="status">
            {isLive ? 'Live' : 'Connecting…'}
          </span>
          {checkedAt !== undefined && <Age at={checkedAt} />}
          <button
            type="button"
            className="quiet"
            onClick={onRefresh}
            aria-disabled={isRefreshing}
            title="Read everything from the content service again"
          >
            {isRefreshing ? 'Reading…' : 'Refresh'}
          </button>
        </div>
        {data && <Identity data={data} isRead={failure === undefined} />}
      </header>
      {reported.map((one) => (
        <p className="panel__failure" role="alert" key={one}>
          {one}
        </p>
      ))}
      {isOther && data && (
        <p className="panel__failure" role="status">
          The page beside the panel belongs to no document. The panel still describes “{data.title}”.
        </p>
      )}
      {data ? (
        <Tabs tabs={tabsOf(props, data)} />
      ) : (
        <p className="panel__wait">{failure ? '' : 'Reading the draft…'}</p>
      )}
    </aside>
  )
}

function Identity({ data, isRead }: { data: PanelData; isRead: boolean }): ReactElement {
  return (
    <div className="identity">
      <h1 className="identity__title" dir="auto">
        {data.title}
      </h1>
      <p className="identity__facts">
        <span className={`badge is-${isRead ? data.state : 'published'}`}>
          {isRead ? states[data.state] : 'As last read'}
        </span>
        {data.hasAddress ? (
          <a className="identity__path" href={data.href} target="_blank" rel="noopener">
            {decodeURI(data.href)}
          </a>
        ) : (
          <span className="identity__path">has no address yet</span>
        )}
      </p>
      {data.movedFrom && <p className="identity__moved">moves from {data.movedFrom}</p>}
      <nav className="locales" aria-label="Languages">
        {data.locales.map(({ locale, name, target, isCurrent, missing }) =>
          target ? (
            <a
              key={locale}
              href={adminHref(target)}
              aria-current={isCurrent ? 'page' : undefined}
              title={missing.length > 0 ? `${name}: ${missing.length} missing` : name}
              className={missing.length > 0 ? 'locales__one has-gaps' : 'locales__one'}
            >
              {locale}
            </a>
          ) : (
            <span
              key={locale}
              className={isCurrent ? 'locales__one' : 'locales__one is-missing'}
              title={`There is no page in ${name}`}
            >
              {locale}
            </span>
          ),
        )}
      </nav>
    </div>
  )
}

function tabsOf({ state, picked, onBlock, onRead }: PanelShellProps, data: PanelData): Tab[] {
  const { reach } = state
  const gaps = data.locales.filter(({ isCurrent, target, missing }) => !isCurrent && (!target || missing.length > 0))
  return [
    {
      id: 'page',
      name: 'Page',
      content: <BlocksTab data={data} picked={picked} onBlock={onBlock} onRead={onRead} />,
    },
    {
      id: 'words',
      name: 'Words',
      count: data.words.length,
      content: <WordsTab words={data.words} state={data.state} />,
    },
    {
      id: 'reach',
      name: 'Reach',
      count: reach?.rows.length,
      content: <ReachTab reach={reach} data={data} />,
    },
    { id: 'search', name: 'Search', content: <SearchTab seo={data.seo} /> },
    {
      id: 'checks',
      name: 'Checks',
      count: data.remarks.length,
      isAlarming: data.remarks.some(({ severity }) => severity === 'error'),
      content: <ChecksTab data={data} onRead={onRead} onBlock={onBlock} />,
    },
    { id: 'languages', name: 'Languages', count: gaps.length, content: <LanguagesTab locales={data.locales} /> },
  ]
}
