import { keepValues, restoreValues } from './kept-values.ts'

/** What the bundle of an island exports: the engine it was built with, and how it takes over its markup. */
type IslandModule = { engine: string; default: (root: Element, props: unknown) => void }

const reloadGuardMs = 60_000
const visibleMargin = '200px'
const idleLimitMs = 2000
const stampKey = 'stale-chunk'

/** Islands that are being woken, and those that could not be: they stay as the native markup they are. */
const woken = new Map<Element, Promise<boolean>>()
const held = new Set<HTMLFormElement>()

/**
 * Wakes the islands of the page (`data-island`), each by any of the triggers in its `data-on`: `load`, `idle`, `visible`,
 * `interact`. A form sent, or found invalid by the browser, before its island is awake is held and sent again once.
 */
export function startLoader(): void {
  restoreValues()
  for (const root of document.querySelectorAll('[data-island]')) arm(root)
  for (const type of ['pointerover', 'focusin', 'touchstart', 'click']) {
    document.addEventListener(type, onInteraction, { capture: true, passive: true })
  }
  addEventListener('submit', hold, true)
  addEventListener('invalid', hold, true)
}

function arm(root: Element): void {
  const triggers = triggersOf(root)
  if (triggers.includes('load')) void wake(root)
  if (triggers.includes('idle')) whenIdle(() => void wake(root))
  if (triggers.includes('visible')) whenVisible(root, () => void wake(root))
}

function triggersOf(root: Element): string {
  return root.getAttribute('data-on') ?? ''
}

function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: idleLimitMs })
  else setTimeout(then, idleLimitMs)
}

function whenVisible(root: Element, then: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      then()
    },
    { rootMargin: visibleMargin },
  )
  observer.observe(root)
}

function islandOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest('[data-island]') : null
}

function onInteraction(event: Event): void {
  const root = islandOf(event)
  if (root && triggersOf(root).includes('interact')) void wake(root)
}

function hold(event: Event): void {
  const root = islandOf(event)
  const form = event.target instanceof Element ? event.target.closest('form') : null
  if (!root || !form || root.hasAttribute('data-awake')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (held.has(form)) return
  held.add(form)
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  void wake(root).then(() => {
    held.delete(form)
    form.requestSubmit(submitter)
  })
}

/** Fulfilled when the island has taken over its markup, or was given up and is native for good. */
function wake(root: Element): Promise<boolean> {
  const known = woken.get(root)
  if (known) return known
  const waking = boot(root)
    .then(() => true)
    .catch((error: unknown) => giveUp(root, error))
    .finally(() => root.setAttribute('data-awake', ''))
  woken.set(root, waking)
  return waking
}

async function boot(root: Element): Promise<void> {
  for (const href of root.getAttribute('data-deps')?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  const island: IslandModule = await import(root.getAttribute('data-island') ?? '')
  const { engine } = document.documentElement.dataset
  if (island.engine !== engine) throw new Error(`The page was made by ${engine}, its island by ${island.engine}.`)
  island.default(root, JSON.parse(root.nextElementSibling?.textContent ?? ''))
}

/**
 * A chunk that cannot be had is most often one of a build that was replaced: the page is loaded again with what was typed, at
 * most once a minute (spec §8). Offline it waits for the connection. Otherwise the markup stays native.
 */
async function giveUp(root: Element, error: unknown): Promise<boolean> {
  if (!navigator.onLine) {
    await new Promise((online) => addEventListener('online', online, { once: true }))
    return boot(root).then(
      () => true,
      (again) => giveUp(root, again),
    )
  }
  if (mayReload() && keepValues()) {
    location.reload()
    return new Promise(() => {})
  }
  reportError(error)
  return false
}

function mayReload(): boolean {
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(stampKey)) < reloadGuardMs
    if (!isRecent) sessionStorage.setItem(stampKey, String(Date.now()))
    return !isRecent
  } catch {
    return false // without storage nothing would stop a second reload
  }
}
