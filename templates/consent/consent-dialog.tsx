import type { ReactElement } from 'react'
import { Icon } from '#blocks/_shared/icon.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { sharedContent } from '#blocks/_shared/shared-content.ts'
import type { PageView } from '#templates/page-view.ts'

const categories = ['necessary', 'functional', 'analytic', 'advertising'] as const

/**
 * The dialog that asks for consent (spec §2.8): first information, then the categories. It is closed until a script
 * opens it. Its data attributes hold the settings for that script. On login and restricted pages they do not name a tag
 * manager.
 */
export function ConsentDialog({ page, reader }: { page: PageView; reader: Reader }): ReactElement | null {
  const { apiBase, consent, tagManager } = reader.site
  if (!consent.ask) return null
  const isPrivate = page.template === 'login' || page.template === 'restricted'
  return (
    <dialog
      className="consent"
      aria-labelledby="consent-title"
      data-consent=""
      data-api={apiBase}
      data-revision={consent.revision}
      data-renew-after-days={consent.renewAfterDays}
      data-mode={consent.mode}
      data-reload={consent.reloadOnWithdrawal ? '' : undefined}
      data-tag-manager={isPrivate ? undefined : tagManager?.id}
      data-tag-manager-origin={isPrivate ? undefined : tagManager?.origin}
      {...sharedContent(reader, 'consent', () => <Question reader={reader} />)}
    />
  )
}

function Question({ reader }: { reader: Reader }): ReactElement {
  return (
    <>
      <div className="consent__head">
        <h2 className="consent__title" id="consent-title" tabIndex={-1}>
          {reader.text('cookies.title')}
        </h2>
        <button className="consent__close" type="button" data-action="close">
          <Icon name="close" />
          <span className="visually-hidden">{reader.text('cookies.close')}</span>
        </button>
      </div>
      <Information reader={reader} />
      <Categories reader={reader} />
    </>
  )
}

function Information({ reader }: { reader: Reader }): ReactElement {
  const policy = reader.page('privacy')
  return (
    <div className="consent__view" data-view="information">
      <p className="consent__text">{reader.text('cookies.info')}</p>
      <SignalNote reader={reader} />
      {policy && (
        <p>
          <a href={policy}>{reader.text('cookies.policy')}</a>
        </p>
      )}
      <div className="consent__actions">
        <ActionButton action="accept" kind="is-choice" reader={reader} />
        <ActionButton action="reject" kind="is-choice" reader={reader} />
        <ActionButton action="settings" kind="is-quiet" reader={reader} />
      </div>
    </div>
  )
}

function Categories({ reader }: { reader: Reader }): ReactElement {
  return (
    <div className="consent__view" data-view="settings" hidden>
      <SignalNote reader={reader} />
      <ul className="consent__categories" role="list">
        {categories.map((category) => (
          <li key={category} className="consent__category">
            <CategorySwitch category={category} reader={reader} />
          </li>
        ))}
      </ul>
      <div className="consent__actions">
        <ActionButton action="accept" kind="is-choice" reader={reader} />
        <ActionButton action="reject" kind="is-choice" reader={reader} />
        <ActionButton action="save" kind="is-choice" reader={reader} />
        <button className="button is-quiet" type="button" data-action="information">
          {reader.text('cookies.back')}
        </button>
      </div>
    </div>
  )
}

type CategorySwitchProps = { category: (typeof categories)[number]; reader: Reader }

/** The switch of a category. For the necessary category, which is not a choice, it is on, disabled and unnamed. */
function CategorySwitch({ category, reader }: CategorySwitchProps): ReactElement {
  const id = `consent-${category}`
  const isFixed = category === 'necessary'
  return (
    <>
      <div className="consent__switch">
        <input
          type="checkbox"
          id={id}
          name={isFixed ? undefined : `${category}Consent`}
          defaultChecked={isFixed}
          disabled={isFixed}
          aria-describedby={`${id}-text`}
        />
        <label htmlFor={id}>{reader.text(`cookies.${category}`)}</label>
      </div>
      <p className="consent__note" id={`${id}-text`}>
        {reader.text(`cookies.${category}Text`)}
      </p>
      {isFixed && <p className="consent__fixed">{reader.text('cookies.alwaysOn')}</p>}
    </>
  )
}

type ActionButtonProps = { action: 'accept' | 'reject' | 'settings' | 'save'; kind: string; reader: Reader }

function ActionButton({ action, kind, reader }: ActionButtonProps): ReactElement {
  return (
    <button className={`button ${kind}`} type="button" data-action={action}>
      {reader.text(`cookies.${action}`)}
    </button>
  )
}

/** Shown when the browser sends Global Privacy Control. */
function SignalNote({ reader }: { reader: Reader }): ReactElement {
  return (
    <p className="consent__signal" data-gpc="" hidden>
      {reader.text('cookies.gpc')}
    </p>
  )
}
