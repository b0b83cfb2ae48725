import { storeChoice } from './choice.ts'
import type { ConsentPage } from './consent-page.ts'
import type { Choice } from './record.ts'

export { sendChoice } from './choice.ts'
export { clearTagCookies } from './tag-cookies.ts'

/**
 * Opens the dialog. Its switches show the stored choice, or are on without one (spec §9). Escape and the close button
 * close the dialog without a choice.
 */
export function openConsentDialog(page: ConsentPage, view: 'information' | 'settings'): void {
  const { dialog } = page
  const stored = page.record()
  const hasSignal = navigator.globalPrivacyControl === true
  const switches = [...dialog.querySelectorAll<HTMLInputElement>('input[name]')]
  const isRefused = (name: string): boolean => hasSignal && name === 'advertisingConsent'

  const show = (wanted: string): void => {
    for (const part of dialog.querySelectorAll<HTMLElement>('[data-view]')) part.hidden = part.dataset.view !== wanted
  }
  const finish = (isOn: (one: HTMLInputElement) => boolean): void => {
    dialog.close()
    storeChoice(page, Object.fromEntries(switches.map((one) => [one.name, isOn(one)])) as Choice)
  }
  const actions: Record<string, () => void> = {
    accept: () => finish(({ name }) => !isRefused(name)),
    reject: () => finish(() => false),
    save: () => finish((one) => one.checked),
    close: () => dialog.close(),
    settings: () => {
      show('settings')
      switches[0]?.focus()
    },
    information: () => {
      show('information')
      dialog.querySelector<HTMLElement>('[data-action=settings]')?.focus()
    },
  }

  for (const one of switches) one.checked = stored?.[one.name as keyof Choice] ?? !isRefused(one.name)
  for (const note of dialog.querySelectorAll<HTMLElement>('[data-gpc]')) note.hidden = !hasSignal
  dialog.onclick = ({ target }) => {
    const { action = '' } = (target as Element).closest<HTMLElement>('[data-action]')?.dataset ?? {}
    actions[action]?.()
  }
  show(view)
  if (!dialog.open) dialog.showModal()
  closeWhenHidden(dialog)
  dialog.querySelector('h2')?.focus()
}

/** Closes a dialog that a blocker of consent dialogs has hidden. Otherwise the page behind it could not be clicked. */
function closeWhenHidden(dialog: HTMLDialogElement): void {
  new ResizeObserver((_, observer) => {
    if (dialog.getClientRects().length > 0) return
    dialog.close()
    observer.disconnect() // each opening has its own observer
  }).observe(dialog)
}
