import { createRequire, registerHooks } from 'node:module'
import type { ReactElement } from 'react'
import { SiteError } from '#content/finding.ts'
import { quoteValue } from '#content/wording/quote-value.ts'

export type EngineName = 'react' | 'preact'

/** Turns components into markup. The scripts of a build must be made for the same engine. */
export type Engine = {
  name: EngineName
  render: (element: ReactElement) => string
  /** Replaces the listener, which is called with the name of each component that an element is created for. */
  onComponent(listener: (name: string) => void): void
}

const preactAliases: Record<string, string> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

let loaded: Engine | undefined

/**
 * Loads the engine of a build. With `preact` every later import of React resolves to Preact. So this must run before
 * any component is imported, and a process can never switch to another engine.
 */
export async function loadEngine(name: EngineName): Promise<Engine> {
  if (loaded && loaded.name !== name) throw new Error(`This process already renders with "${loaded.name}".`)
  loaded ??= name === 'react' ? await loadReact() : await loadPreact()
  return loaded
}

let listener: (name: string) => void = () => {}
const onComponent: Engine['onComponent'] = (newListener) => {
  listener = newListener
}
const notify = (type: unknown): void => {
  if (typeof type !== 'function') return
  // React would fail in words about something else, and Preact would show nothing.
  if (type.constructor === AsyncFunction)
    throw new SiteError({
      code: 'render-failed',
      message: `The component "${type.name}" is asynchronous, but pages are rendered without waiting.`,
      hint: 'Remove "async" from the component, and everything that it waits for.',
    })
  listener(type.name)
}

const AsyncFunction = (async () => {}).constructor

type JsxFunction = (type: unknown, props: unknown, key: unknown) => unknown

const requireByNode = createRequire(import.meta.url)

/**
 * Watches the creation of elements, for which React has no hook. Its JSX runtime is CommonJS, so its functions can be
 * replaced before components import it.
 */
function watchReact(): void {
  const runtime: Record<'jsx' | 'jsxs', JsxFunction> = requireByNode('react/jsx-runtime')
  for (const name of ['jsx', 'jsxs'] as const) {
    const make = runtime[name]
    runtime[name] = (type, props, key) => {
      notify(type)
      return make(type, props, key)
    }
  }
}

async function loadReact(): Promise<Engine> {
  watchReact()
  if (typeof requireByNode('react').act === 'function') {
    throw new Error(
      'React was loaded in development mode, which renders many times more slowly. Set NODE_ENV=production before React is imported.',
    )
  }
  const { renderToString } = requireByNode('react-dom/server')
  return { name: 'react', render: renderToString, onComponent }
}

async function loadPreact(): Promise<Engine> {
  registerHooks({
    resolve: (specifier, context, next) => next(preactAliases[specifier] ?? specifier, context),
  })
  const [{ renderToString }, { isValidElement, options }] = await Promise.all([
    import('preact-render-to-string'),
    import('preact'),
    // Components import this instead of React. Its `vnode` hook, which puts classes after all other attributes, is
    // replaced below.
    import('preact/compat'),
  ])
  const { jsx } = await import('react/jsx-runtime')
  if (renderToString(jsx('p', {})) !== '<p></p>') {
    throw new Error(
      'Preact cannot replace React in this process, so every page would be empty. Run "site build --engine preact".',
    )
  }
  // React refuses objects as children of elements; Preact would show nothing in their place.
  const refuseObjects = (child: unknown, element: string): void => {
    if (Array.isArray(child)) for (const one of child) refuseObjects(one, element)
    else if (typeof child === 'object' && child !== null && !isValidElement(child))
      throw new Error(`An element "${element}" contains an object, ${quoteValue(child)}, which cannot be shown.`)
  }
  options.vnode = ({ type, props }) => {
    notify(type)
    if (typeof type === 'string') refuseObjects(props.children, type)
  }
  // The aliases make all elements Preact's.
  return { name: 'preact', render: renderToString as unknown as Engine['render'], onComponent }
}
