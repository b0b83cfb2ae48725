import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const listeners = new Map<string, ((event?: unknown) => void)[]>()
const reload = vi.fn()
const root = { dataset: {} as Record<string, string> }
const fire = (type: string): void => {
  for (const listener of listeners.get(type) ?? []) listener()
}
const isWaitingFor = (type: string) => expect.poll(() => listeners.get(type)).toBeDefined()
const isReloaded = () => expect.poll(() => reload.mock.calls.length).toBe(1)

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
  listeners.clear()
  reload.mockClear()
  root.dataset = { on: 'load', island: 'data:text/javascript,throw new Error("gone")' }
  vi.stubGlobal('addEventListener', (type: string, listener: (event?: unknown) => void) => {
    listeners.set(type, [...(listeners.get(type) ?? []), listener])
  })
  vi.stubGlobal('document', {
    ...{ querySelectorAll: () => [root], querySelector: () => null },
    ...{ documentElement: { dataset: {} }, activeElement: active },
  })
  vi.stubGlobal('location', { search: '', reload })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const active = { matches: () => false }

/** Starts to leave a page this many milliseconds before the script of its island fails to load. */
async function failAfter(ms: number): Promise<void> {
  const { startLoader } = await import('./loader.ts')
  startLoader()
  fire('beforeunload')
  vi.setSystemTime(Date.now() + ms)
}

it('marks an island that waits for the visitor, so that its script does not seem missing after 10 s', async () => {
  root.dataset = { on: 'interact' }
  const { startLoader } = await import('./loader.ts')
  startLoader()
  expect(root.dataset).toEqual({ on: 'interact', armed: '' })
})

it('waits until a page that is being left is shown again, and then reloads it if the script is still missing', async () => {
  await failAfter(100)
  await isWaitingFor('pageshow')
  expect([root.dataset.failed, reload.mock.calls.length]).toEqual(['', 0])
  fire('pageshow')
  await isReloaded()
})

it('reloads a page that was left for a download, or that the visitor came back to, like any other', async () => {
  await failAfter(20_000)
  await isReloaded()
  expect(listeners.has('pageshow')).toBe(false)
})

it('does not treat a page as left because of a link to an e-mail address or phone number', async () => {
  vi.spyOn(active, 'matches').mockReturnValueOnce(true)
  await failAfter(100)
  await isReloaded()
  expect(listeners.has('pageshow')).toBe(false)
})

it('waits for a connection while offline, even on a page that was left before', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await failAfter(20_000)
  await isWaitingFor('online')
  expect(reload).not.toHaveBeenCalled()
})

it('reports the error of a missing script if the page was just reloaded, is offline or cannot store anything', async () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  const { reloadOnce } = await import('./loader.ts')
  const gone = new Error('gone')
  const unkept = () => {
    throw new Error('blocked')
  }
  vi.stubGlobal('navigator', { onLine: false })
  expect(reloadOnce(gone)).toBe(false)
  vi.stubGlobal('navigator', { onLine: true })
  for (const getItem of [() => `${Date.now() - 1000}`, unkept]) {
    vi.stubGlobal('sessionStorage', { getItem, setItem: unkept })
    expect(reloadOnce(gone)).toBe(false)
  }
  expect([report.mock.calls, reload.mock.calls]).toEqual([[[gone], [gone], [gone]], []])
})

it('reloads a page for a missing script at most once a minute', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('reportError', vi.fn())
  const { reloadOnce } = await import('./loader.ts')
  expect([reloadOnce(0), reloadOnce(0)]).toEqual([true, false])
  vi.setSystemTime(Date.now() + 60_000)
  expect(reloadOnce(0)).toBe(true)
})

it('sends a search whose script is missing to the current search page, because a reload would lose the phrase', async () => {
  vi.stubGlobal('reportError', vi.fn())
  const form = { method: 'get', requestSubmit: vi.fn() }
  await failAfter(20_000)
  const target = { closest: (selector: string) => ({ form, '[data-island]': root })[selector] }
  for (const hold of listeners.get('submit') ?? []) {
    hold({ target, preventDefault() {}, stopImmediatePropagation() {} })
  }
  await expect.poll(() => form.requestSubmit.mock.calls.length).toBe(1)
  expect(reload).not.toHaveBeenCalled()
})

it('sends a form only once if it was submitted twice before its island woke', async () => {
  const source = encodeURIComponent('export const engine = "e"; export default () => {}')
  const island = {
    dataset: { on: 'interact', island: `data:text/javascript,${source}` },
    nextElementSibling: { textContent: '{}' },
  }
  vi.stubGlobal('document', { ...document, documentElement: { dataset: { engine: 'e' } } })
  const { startLoader } = await import('./loader.ts')
  root.dataset = {}
  startLoader()
  const form = { method: 'post', requestSubmit: vi.fn() }
  const target = { closest: (selector: string) => ({ form, '[data-island]': island })[selector] }
  const event = { target, preventDefault: vi.fn(), stopImmediatePropagation() {} }
  for (const hold of listeners.get('submit') ?? []) for (const _ of 'ab') hold(event)
  await vi.waitFor(() => expect(form.requestSubmit).toHaveBeenCalled())
  await new Promise((later) => setTimeout(later, 20))
  expect([form.requestSubmit.mock.calls.length, event.preventDefault.mock.calls.length]).toEqual([1, 2])
})
