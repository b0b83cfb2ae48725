import type { FormSendDetail } from '#hydrate/forms/connect-form.ts'

declare global {
  interface Window {
    grecaptcha?: {
      ready: (then: () => void) => void
      execute: (key: string, options: { action: string }) => Promise<string>
    }
  }
}

const limitMs = 3000

/**
 * Loads reCAPTCHA when a form first gets the focus, if the site uses it and the visitor has granted its category, and
 * adds a token to every form that is sent.
 */
export function startRecaptcha(): void {
  showNotices()
  new MutationObserver(showNotices).observe(document.documentElement, { attributeFilter: ['data-consent'] })
  const onFocus = ({ target }: FocusEvent): void => {
    if ((target as Element).closest('[data-form]') && loadRecaptcha()) document.removeEventListener('focusin', onFocus)
  }
  document.addEventListener('focusin', onFocus)
  document.addEventListener('form-send', (event) => {
    const { extras } = (event as CustomEvent<FormSendDetail>).detail
    const action = (event.target as Element).closest<HTMLElement>('[data-form]')?.dataset.form ?? 'form'
    extras.push(recaptchaToken(action).then((token) => (token ? ['recaptchaToken', token] : undefined)))
  })
}

/**
 * Returns a token for one submission. `undefined` without reCAPTCHA, when a blocker stops it, and after 3 s. Never
 * throws: the service decides about entries without a token, and reCAPTCHA or the browser has logged the error.
 */
export async function recaptchaToken(action: string): Promise<string | undefined> {
  const key = loadRecaptcha()
  if (!key) return undefined
  const limit = new Promise<undefined>((late) => setTimeout(late, limitMs))
  const token = untilReady(limit).then(() => window.grecaptcha?.execute(key, { action }))
  return Promise.race([token, limit]).catch(() => undefined)
}

/** Whether the visitor has granted the category of reCAPTCHA, or reCAPTCHA counts as necessary. */
function isGranted(): boolean {
  const granted = document.documentElement.dataset.consent?.split(' ') ?? []
  return ['necessary', ...granted].includes(document.body.dataset.recaptchaConsent ?? '')
}

/** Shows the notices of reCAPTCHA while it may be used. */
function showNotices(): void {
  for (const notice of document.querySelectorAll<HTMLElement>('.form-section__notice')) notice.hidden = !isGranted()
}

/** Inserts the script once. Returns the site key, or `undefined` when reCAPTCHA may not be used. */
function loadRecaptcha(): string | undefined {
  const { recaptchaKey, recaptchaOrigin } = document.body.dataset
  if (!recaptchaKey || !isGranted()) return undefined
  if (!document.querySelector('script[data-recaptcha]')) {
    const script = document.createElement('script')
    script.src = `${recaptchaOrigin}/recaptcha/api.js?render=${encodeURIComponent(recaptchaKey)}`
    script.dataset.recaptcha = ''
    script.onerror = () => script.remove() // the next submission tries again
    document.head.append(script)
  }
  return recaptchaKey
}

/** Fulfilled when reCAPTCHA is ready. Rejected when its script cannot be loaded, or at the limit. */
function untilReady(limit: Promise<undefined>): Promise<void> {
  const { grecaptcha } = window
  if (grecaptcha) return new Promise((ready) => grecaptcha.ready(ready))
  return new Promise((ready, failed) => {
    const script = document.querySelector('script[data-recaptcha]')
    script?.addEventListener('load', () => window.grecaptcha?.ready(ready))
    script?.addEventListener('error', failed)
    limit.then(failed)
  })
}
