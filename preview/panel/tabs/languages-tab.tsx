import type { ReactElement } from 'react'
import { adminHref } from '#preview/admin-href.ts'
import type { LocaleRow } from '#preview/panel-data.ts'

/** Lists the page in every language, and what each lacks compared with this one. */
export function LanguagesTab({ locales }: { locales: LocaleRow[] }): ReactElement {
  return (
    <ul className="languages">
      {locales.map(({ locale, name, isCurrent, target, missing }) => (
        <li key={locale} className="languages__one">
          <h2 className="languages__name">
            {target && !isCurrent ? <a href={adminHref(target)}>{name}</a> : name}
            <span className="languages__state">
              {isCurrent
                ? 'shown'
                : !target
                  ? 'no page'
                  : missing.length === 0
                    ? 'complete'
                    : `${missing.length} missing`}
            </span>
          </h2>
          {missing.length > 0 && (
            <ul className="languages__missing">
              {missing.map((one, at) => (
                <li key={String(at)}>{one}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
