import type { ConsentPage } from './consent-page.ts'
import type { Category, Choice, ConsentRecord } from './record.ts'
import { clearTagCookies } from './tag-cookies.ts'

const recordKey = 'cookiesTypes'
const unsentKey = 'cookiesTypesUnsent'
const gpcKey = 'cookiesTypesGpc'
const reloadLimitMs = 1000

let sending: Promise<void> = Promise.resolve()

/**
 * Stores a choice, applies it to the page and sends it. If tags have run and the choice withdraws a category, the page
 * is reloaded, provided that the settings ask for it.
 */
export function storeChoice(page: ConsentPage, choice: Choice): void {
  const { revision, reload } = page.dialog.dataset
  const earlier = page.record()
  const record: ConsentRecord = {
    ...(earlier?.id !== undefined && { id: earlier.id }),
    referral: location.origin + location.pathname,
    necessaryConsent: true,
    ...choice,
    revision: Number(revision),
    time: new Date().toISOString(),
  }
  write(unsentKey, crypto.randomUUID?.() ?? `${Math.random()}`)
  write(gpcKey, choice.advertisingConsent && navigator.globalPrivacyControl ? 'granted' : '')
  const text = JSON.stringify(record)
  const isStored = write(recordKey, text)
  if (!isStored) write(recordKey, '') // an older choice is no longer valid
  page.look(isStored ? '' : text)
  // An earlier choice that is no longer valid may have left cookies, although the page has no granted category to
  // withdraw.
  clearTagCookies(document.documentElement.dataset.consent?.split(' ') as Category[])
  const isWithdrawn = (Object.keys(choice) as (keyof Choice)[]).some((name) => earlier?.[name] && !choice[name])
  const sent = sendChoice(page)
  if (!isWithdrawn || !page.hasTags() || reload === undefined) return
  const limit = new Promise((late) => setTimeout(late, reloadLimitMs))
  void Promise.race([sent, limit]).then(() => location.reload())
}

/**
 * Sends the stored choice unless the service already has it, with `PUT` if it has an id, otherwise with `POST`. A
 * failed call is only logged (spec §8). The choice is then sent again at the next page view, with the same key.
 */
export function sendChoice(page: ConsentPage): Promise<void> {
  // biome-ignore lint/suspicious/noConsole: logging is what the spec asks for
  sending = sending.then(() => send(page)).catch((error) => console.warn(error))
  return sending
}

async function send(page: ConsentPage): Promise<void> {
  const key = read(unsentKey)
  page.look() // the previous call may have stored the id
  const record = page.record()
  if (!key || !record) return
  const { callApi, storedId } = await import('#hydrate/api/call-api.ts') // only needed after a choice
  const { id, revision: _revision, time: _time, ...body } = record
  const base = `${page.dialog.dataset.api}/cookie_consents`
  const call = { key, json: body, keepalive: true }
  const known =
    id === undefined ? undefined : await callApi(`${base}/${encodeURIComponent(id)}`, { ...call, method: 'PUT' })
  const answer = known && known.status !== 404 ? known : await callApi(base, call)
  const stored = storedId(answer)
  if (stored === undefined) throw new Error(`The choice of cookies could not be stored (${answer.status}).`)
  page.look()
  const latest = page.record()
  if (latest) write(recordKey, JSON.stringify({ ...latest, id: stored }))
  if (read(unsentKey) === key) write(unsentKey, '')
}

/** Keeps values while the page is open, for browsers without storage. */
const memory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
  } catch {
    return null // no storage
  }
}

/** Stores a value. An empty value removes the entry. Returns false when the browser has no storage or no space. */
function write(key: string, value: string): boolean {
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
    memory.delete(key)
    return true
  } catch {
    memory.set(key, value)
    return false
  }
}
