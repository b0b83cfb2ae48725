const key = 'cookiesTypes'

/**
 * Refuses all optional cookies, so that no dialog covers the page. Nothing is sent. An answer that somebody has already
 * given to the same question is kept. The dialog closes when its page next checks for an answer.
 */
export function refuseCookies(page: Document): void {
  const revision = Number(page.querySelector<HTMLElement>('dialog[data-consent]')?.dataset.revision)
  if (Number.isNaN(revision)) return
  const refused = { functionalConsent: false, analyticConsent: false, advertisingConsent: false }
  const answer = { referral: page.URL, necessaryConsent: true, ...refused, revision, time: new Date().toISOString() }
  try {
    const given: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isGiven = typeof given === 'object' && given !== null && 'revision' in given && given.revision === revision
    if (!isGiven) localStorage.setItem(key, JSON.stringify(answer))
  } catch {} // a browser without storage
}
