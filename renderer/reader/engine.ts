import { createRequire, registerHooks } from 'node:module'
import type { ReactElement } from 'react'

const engineNames = ['react', 'preact'] as const
export type EngineName = (typeof engineNames)[number]

/** What turns components into markup. The scripts of a build must be for the engine of the same name. */
export type Engine = {
  name: EngineName
  render: (element: ReactElement) => string
  /** From now on this listener, and no earlier one, is told the name of each component that elements are made of. */
  onComponent(listener: (name: string) => void): void
}

const preactAliases: Record<string, string> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

let loaded: Engine | undefined

/**
 * Loads the renderer of a build. With `preact` every later import of React is answered by Preact, so this must run before any
 * component is imported, and a process has one engine for its life.
 */
export async function loadEngine(name: EngineName): Promise<Engine> {
  if (loaded && loaded.name !== name) throw new Error(`This process renders with "${loaded.name}" already.`)
  loaded ??= name === 'react' ? await loadReact() : await loadPreact()
  return loaded
}

let listener: (name: string) => void = () => {}
const onComponent: Engine['onComponent'] = (newListener) => {
  listener = newListener
}
const tellOf = (type: unknown): void => {
  if (typeof type === 'function') listener(type.name)
}

type JsxFunction = (type: unknown, props: unknown, key: unknown) => unknown

const requireByNode = createRequire(import.meta.url)

/** React has no hook for this. Components import its runtime, which is CommonJS, so its functions can be replaced before. */
function watchReact(): void {
  const runtime: Record<'jsx' | 'jsxs', JsxFunction> = requireByNode('react/jsx-runtime')
  for (const name of ['jsx', 'jsxs'] as const) {
    const make = runtime[name]
    runtime[name] = (type, props, key) => {
      tellOf(type)
      return make(type, props, key)
    }
  }
}

async function loadReact(): Promise<Engine> {
  watchReact()
  if (typeof requireByNode('react').act === 'function') {
    throw new Error(
      'React was loaded in development mode, which renders many times slower: set NODE_ENV=production before it is imported.',
    )
  }
  const { renderToString } = requireByNode('react-dom/server')
  return { name: 'react', render: renderToString, onComponent }
}

async function loadPreact(): Promise<Engine> {
  registerHooks({
    resolve: (specifier, context, next) => next(preactAliases[specifier] ?? specifier, context),
  })
  const [{ renderToString }, { options }] = await Promise.all([
    import('preact-render-to-string'),
    import('preact'),
    // Components import this as React. Its hook, which puts classes behind all other attributes, is replaced by the one below.
    import('preact/compat'),
  ])
  const { jsx } = await import('react/jsx-runtime')
  if (renderToString(jsx('p', {})) !== '<p></p>') {
    throw new Error(
      'Preact cannot take the place of React in this process, so every page would be empty: run "site build --engine preact".',
    )
  }
  options.vnode = ({ type }) => tellOf(type)
  // Its elements are Preact's by the aliases.
  return { name: 'preact', render: renderToString as unknown as Engine['render'], onComponent }
}
