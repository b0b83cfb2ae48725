import { firstPaint } from './first-paint.ts'
import { leavingMs } from './leaving-ms.ts'

/** The exports of an island's bundle: the engine for which it was built, and a function that takes over its markup. */
type IslandModule = { engine: string; default: (root: Element, props: unknown) => void }

const reloadGuardMs = 60_000
/** The height of the window, so that islands with disabled controls are awake before a visitor reaches them. */
const visibleMargin = '100%'
/** Long enough that visitors who leave early do not load scripts they do not need. */
const idleMs = 4000
const stampKey = 'stale-chunk'

/**
 * Islands that are awake or being woken. Islands that failed keep their rendered markup. `held` are forms that wait for
 * their island.
 */
const woken = new Map<HTMLElement, Promise<void>>()
const held = new Set<HTMLFormElement>()
let leftAt = 0

/**
 * Wakes the islands of the page (`data-island`) by the triggers in their `data-on`: `load`, `idle`, `visible` (after
 * the first paint) or `interact`. An element whose `data-wakes` selects an island counts as a part of that island. On a
 * page with `q` in its query all islands wake immediately. A form that is submitted, or found to be invalid, before its
 * island is awake is held until then and submitted again.
 */
export function startLoader(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) arm(root)
  for (const type of ['pointerover', 'focusin', 'click']) addEventListener(type, onInteraction, true)
  addEventListener('beforeunload', () => {
    // Chromium also fires this event for links that open an application for mail or calls.
    if (!document.activeElement?.matches('[href^=mailto],[href^=tel]')) leftAt = Date.now()
  })
  addEventListener('submit', hold, true)
  addEventListener('invalid', hold, true)
}

/** Whether the visitor has just followed a link. */
export function isNavigatingAway(): boolean {
  return Date.now() - leftAt < leavingMs
}

function arm(root: HTMLElement): void {
  const { on = '' } = root.dataset
  root.dataset.armed = ''
  if (on.includes('load') || /[?&]q=/.test(location.search)) void wake(root)
  if (on.includes('idle')) setTimeout(wake, idleMs, root)
  if (on.includes('visible')) {
    const look = (entries: IntersectionObserverEntry[]): void => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void firstPaint.then(() => wake(root))
    }
    new IntersectionObserver(look, { rootMargin: visibleMargin }).observe(root)
  }
}

/** Returns the closest matching element of an event's target, which may be the document. This has no `closest`. */
function around<T extends HTMLElement>({ target }: Event, selector: string): T | null | undefined {
  return (target as Partial<Element>).closest?.<T>(selector)
}

function islandOf(event: Event): HTMLElement | null | undefined {
  const { wakes } = around(event, '[data-wakes]')?.dataset ?? {}
  return wakes ? document.querySelector<HTMLElement>(wakes) : around(event, '[data-island]')
}

function onInteraction(event: Event): void {
  const root = islandOf(event)
  if (root?.dataset.on?.includes('interact')) void wake(root)
}

function hold(event: Event): void {
  const root = islandOf(event)
  const form = around<HTMLFormElement>(event, 'form')
  if (!root || !form || 'awake' in root.dataset) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (held.has(form)) return
  held.add(form)
  const { submitter } = event as Partial<SubmitEvent> // `invalid` events have none
  void wake(root).then(() => form.requestSubmit(submitter))
}

/** Fulfilled when the island has taken over its markup, or has failed for good. */
function wake(root: HTMLElement): Promise<void> {
  const known = woken.get(root)
  if (known) return known
  delete root.dataset.armed // after 10 s styles show that the script is missing
  const waking = start(root).finally(() => {
    root.dataset.awake = root.dataset.armed = ''
  })
  woken.set(root, waking)
  return waking
}

function start(root: HTMLElement): Promise<void> {
  return boot(root).catch((error: unknown) => giveUp(root, error))
}

async function boot(root: HTMLElement): Promise<void> {
  const { island: src, deps = '' } = root.dataset
  const files = `${src} ${deps}`.trim().split(' ')
  const [island] = (await Promise.all(files.map((file) => import(file)))) as [IslandModule]
  await new Promise((free) => setTimeout(free)) // let the browser paint and handle input before mounting
  if (island.engine !== document.documentElement.dataset.engine) throw new Error('Made for another engine.')
  delete root.dataset.failed
  island.default(root, JSON.parse(root.nextElementSibling?.textContent ?? ''))
}

/**
 * Handles a script that cannot be loaded. Usually the script belongs to a build that was replaced, so the page is
 * reloaded, at most once a minute (spec §8). Typed values are kept by forms (`forms/keep-typed.ts`), the rest by
 * browsers. Offline, this function waits for the connection; after a followed link, for the visitor to come back.
 * `data-failed` is set while the script is missing.
 */
async function giveUp(root: HTMLElement, error: unknown): Promise<void> {
  root.dataset.failed = ''
  const waited = isNavigatingAway() ? 'pageshow' : !navigator.onLine && 'online'
  if (waited) {
    await new Promise((on) => addEventListener(waited, on))
    leftAt = 0
    return start(root)
  }
  const [sent] = held
  // Submitting a search loads a page of the current build anyway, and keeps the phrase, which a reload would lose.
  if (sent?.method === 'get' || document.querySelector('[data-wakes] :focus')) reportError(error)
  else if (reloadOnce(error)) return new Promise(() => {})
}

/** Reloads the page, whose script is missing, at most once a minute. Otherwise reports the error and returns false. */
export function reloadOnce(error: unknown): boolean {
  try {
    if (navigator.onLine && Date.now() - Number(sessionStorage.getItem(stampKey)) >= reloadGuardMs) {
      sessionStorage.setItem(stampKey, `${Date.now()}`)
      location.reload()
      return true
    }
  } catch {} // without storage nothing would prevent endless reloads
  reportError(error)
  return false
}
