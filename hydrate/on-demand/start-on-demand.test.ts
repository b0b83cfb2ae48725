import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('./on-demand.ts', () => {
  throw new Error('The script cannot be loaded.')
})

const assign = vi.fn()
const preventDefault = vi.fn()
const listeners = new Map<string, (event: object) => void>()
const listen = (type: string, listener: (event: object) => void) => listeners.set(type, listener)

beforeEach(async () => {
  assign.mockClear()
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('document', { addEventListener: listen, querySelectorAll: () => [], activeElement: null })
  vi.stubGlobal('navigator', { onLine: true })
  vi.resetModules()
  const { startLoader } = await import('#hydrate/loader.ts')
  const { startOnDemand } = await import('./start-on-demand.ts')
  startLoader()
  startOnDemand()
})
afterEach(() => vi.unstubAllGlobals())

const click = (link: object, more: object = {}): void => {
  listeners.get('click')?.({ target: { closest: () => link }, preventDefault, ...more })
}
/** Waits long enough for an import to have failed. */
const settle = () => new Promise((done) => setTimeout(done, 50))

it('follows a link whose script cannot be loaded, or the link beside a button without an address', async () => {
  click({ href: '/picture.webp' })
  await expect.poll(() => assign.mock.lastCall).toEqual(['/picture.webp'])
  click({ nextElementSibling: { href: '/map' } })
  await expect.poll(() => assign.mock.lastCall).toEqual(['/map'])
})

it.each(['ctrlKey', 'metaKey', 'shiftKey'])(
  'leaves a click with %s, for a new tab or window, to the browser',
  (key) => {
    preventDefault.mockClear()
    click({ href: '/picture.webp' }, { [key]: true })
    expect(preventDefault).not.toHaveBeenCalled()
  },
)

it('follows no link offline, because the visitor would lose a page that is already loaded', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  click({ href: '/picture.webp' })
  await settle()
  expect(assign).not.toHaveBeenCalled()
})

it('follows no link of a page that is being left, because browsers drop its requests', async () => {
  click({ href: '/picture.webp' })
  listeners.get('beforeunload')?.({})
  await settle()
  expect(assign).not.toHaveBeenCalled()
})
