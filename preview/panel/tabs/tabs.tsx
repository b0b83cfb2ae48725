import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { useRememberedText } from '#preview/panel/use-remembered.ts'

export type Tab = { id: string; name: string; count?: number | undefined; isAlarming?: boolean; content: ReactNode }

/**
 * Tabs that follow the pattern of the ARIA guide: arrow keys, Home and End move among them. The browser remembers the
 * chosen tab.
 */
export function Tabs({ tabs }: { tabs: Tab[] }): ReactElement {
  const [chosen, setChosen] = useRememberedText('tab', tabs[0]?.id ?? '')
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  )
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(step + tabs.length) % tabs.length]
    if (!next) return
    setChosen(next.id)
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }
  const shown = tabs[at]
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Sections of the panel" onKeyDown={press}>
        {tabs.map(({ id, name, count, isAlarming }, index) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={index === at}
            aria-controls="tab-content"
            tabIndex={index === at ? 0 : -1}
            className="tabs__one"
            onClick={() => setChosen(id)}
          >
            {name}
            {count ? <span className={isAlarming ? 'tabs__count is-alarming' : 'tabs__count'}>{count}</span> : null}
          </button>
        ))}
      </div>
      <div
        id="tab-content"
        className="tabs__content"
        role="tabpanel"
        aria-labelledby={`tab-${shown?.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        key={shown?.id}
      >
        {shown?.content}
      </div>
    </>
  )
}
