import { firstPaint } from '#hydrate/first-paint.ts'
import { inTime } from '#hydrate/in-time.ts'
import { reloadOnce } from '#hydrate/loader.ts'
import { readStored } from '#hydrate/read-stored.ts'
import type { ConsentPage } from './consent-page.ts'
import { gtag } from './gtag.ts'
import { type Category, categories, isCurrent, parseRecord, signalsOf } from './record.ts'

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean
  }
}

const pollIntervalMs = 200

/**
 * Starts consent on a page (spec §4): informs the tag manager, opens the dialog if there is no valid choice, follows
 * changes of the stored record in other tabs, and lets every `[data-consent-open]` open the settings. The granted
 * categories are in `<html data-consent>`.
 */
export function startConsent(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-consent]')
  if (!dialog) return
  const { revision, renewAfterDays, mode, tagManager, tagManagerOrigin = '' } = dialog.dataset
  let text: string | undefined
  let held: string | undefined
  let granted: Category[] | undefined
  let hasTags = false
  let isAsking = false

  const page: ConsentPage = {
    dialog,
    hasTags: () => hasTags,
    record: () => parseRecord(text),
    look: (unstored) => {
      held = unstored ?? held
      const stored = held || readStored('cookiesTypes')
      if (stored === text) return
      text = stored
      const record = page.record()
      const validity = { revision: Number(revision), renewAfterDays: Number(renewAfterDays), now: Date.now() }
      follow(record && isCurrent(record, validity) ? categories.filter((name) => record[`${name}Consent`]) : undefined)
    },
  }

  const follow = (chosen: Category[] | undefined): void => {
    const before = granted
    const now = withoutRefused(chosen)
    granted = now
    document.documentElement.dataset.consent = now?.join(' ') ?? ''
    if (before?.join() !== now?.join()) gtag('consent', 'update', signalsOf(now))
    // On a new page the whole choice counts as granted before: Global Privacy Control may be new, and cookies remain.
    if ((before ?? chosen)?.some((category) => !now?.includes(category))) void load((part) => part.clearTagCookies(now))
    if (tagManager && !hasTags && (mode === 'advanced' || now?.length)) {
      hasTags = true
      void import('./tag-manager.ts').then((part) => part.loadTagManager(tagManager, tagManagerOrigin))
    }
    if (now && isAsking) dialog.close()
  }

  const ask = (view: 'information' | 'settings'): Promise<void> => {
    isAsking = view === 'information'
    return load((part) => {
      if (!isAsking || !granted) part.openConsentDialog(page, view)
    })
  }

  gtag('consent', 'default', { ...signalsOf(), wait_for_update: 500 })
  page.look()
  setInterval(() => page.look(), pollIntervalMs)
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-consent-open]')) return
    // The script belongs to a replaced build, does not arrive, or failed to load once: Firefox then never requests it
    // again on this page.
    inTime(ask('settings')).catch(reloadOnce)
  })
  if (!granted) void firstPaint.then((): unknown => granted || ask('information'))
  if (readStored('cookiesTypesUnsent')) void load((part) => part.sendChoice(page))
}

/** Loads the part that asks for a choice and stores it, which pages with a stored choice do not need. */
function load(use: (part: typeof import('./consent-dialog.ts')) => void): Promise<void> {
  return import('./consent-dialog.ts').then(use)
}

/** Removes advertising under Global Privacy Control, unless the visitor has switched it on nevertheless. */
function withoutRefused(chosen: Category[] | undefined): Category[] | undefined {
  const isRefused = navigator.globalPrivacyControl && !readStored('cookiesTypesGpc')
  return chosen?.filter((name) => !isRefused || name !== 'advertising')
}
