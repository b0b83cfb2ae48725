import { firstPaint } from './first-paint.ts'

/** What the bundle of an island exports: the engine it was built with, and how it takes over its markup. */
type IslandModule = { engine: string; default: (root: Element, props: unknown) => void }

const reloadGuardMs = 60_000
/** A window's height, so that what is disabled until it wakes is awake before a visitor comes to it. */
const visibleMargin = '100%'
/** Long enough for a page to be read or left before it loads what nobody may want. */
const idleMs = 4000
const stampKey = 'stale-chunk'

/** Islands that are awake or being woken; islands that failed stay as they were rendered. `held` are forms that wait for their island. */
const woken = new Map<HTMLElement, Promise<void>>()
const held = new Set<HTMLFormElement>()
let leftAt = 0

/**
 * Wakes the islands of the page (`data-island`), each by any of the triggers in its `data-on`: `load`, `idle`, `visible` (once the page is
 * drawn) or `interact`. An element with `data-wakes` also counts as a part of the island that this selects. On a page with `q` in its query
 * all wake at once. A form that is sent, or found invalid, before its island is awake is held until then, and sent again.
 */
export function startLoader(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) arm(root)
  for (const type of ['pointerover', 'focusin', 'click']) addEventListener(type, onInteraction, true)
  addEventListener('beforeunload', () => {
    // Chromium fires this event also for a link that opens the program for mail or calls.
    if (!document.activeElement?.matches('[href^=mailto],[href^=tel]')) leftAt = Date.now()
  })
  addEventListener('submit', hold, true)
  addEventListener('invalid', hold, true)
}

/**
 * Whether the visitor has just followed a link: Firefox and Safari drop requests under way then. It counts for some seconds only, because a
 * download leaves nothing, and a visitor who came back has not left.
 */
export function isBeingLeft(): boolean {
  return Date.now() - leftAt < 9000
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

/** The nearest element around the target of an event. The target may be the document, which has no `closest`. */
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
  const { submitter } = event as Partial<SubmitEvent> // an invalid field has none
  void wake(root).then(() => form.requestSubmit(submitter))
}

/** Fulfilled when the island has taken over its markup, or was given up for good. */
function wake(root: HTMLElement): Promise<void> {
  const known = woken.get(root)
  if (known) return known
  const waking = start(root).finally(() => {
    root.dataset.awake = ''
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
  await new Promise((free) => setTimeout(free)) // between loading and mounting the browser may draw, and react to the visitor
  if (island.engine !== document.documentElement.dataset.engine) throw new Error('Island of another engine.')
  delete root.dataset.failed
  island.default(root, JSON.parse(root.nextElementSibling?.textContent ?? ''))
}

/**
 * Handles a script that cannot be loaded. Most often it is of a build that was replaced: then the page is loaded again, at most once a
 * minute (spec §8). Forms keep what was typed (`forms/keep-typed.ts`), browsers the rest. Offline it waits for the connection; after a link
 * was followed, for the visitor to come back. While the script is missing, `data-failed` says so.
 */
async function giveUp(root: HTMLElement, error: unknown): Promise<void> {
  root.dataset.failed = ''
  const waited = isBeingLeft() ? 'pageshow' : !navigator.onLine && 'online'
  if (waited) {
    await new Promise((on) => addEventListener(waited, on))
    leftAt = 0
    return start(root)
  }
  const [sent] = held
  // Sending a search loads a page of the present build by itself, with its phrase, which browsers forget when a page is loaded again.
  if (sent?.method === 'get' || document.querySelector('[data-wakes] :focus')) reportError(error)
  else if (reloadOnce(error)) return new Promise(() => {})
}

/** Loads the page again because a script of it is gone, at most once a minute. False when it may not; then it reports the error. */
export function reloadOnce(error: unknown): boolean {
  try {
    if (navigator.onLine && Date.now() - Number(sessionStorage.getItem(stampKey)) >= reloadGuardMs) {
      sessionStorage.setItem(stampKey, `${Date.now()}`)
      location.reload()
      return true
    }
  } catch {} // without storage nothing would stop a second reload
  reportError(error)
  return false
}
