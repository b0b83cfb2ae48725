import { registerHooks } from 'node:module'
import type { ReactElement } from 'react'

export const engineNames = ['react', 'preact'] as const
export type EngineName = (typeof engineNames)[number]

/** What turns components into markup; the browser's half of a build must be of the same name. */
export type Engine = { name: EngineName; render: (element: ReactElement) => string }

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
  if (process.env.NODE_ENV !== 'production') {
    throw new Error(
      'Pages are rendered in production mode only: set NODE_ENV=production before components are imported.',
    )
  }
  if (loaded && loaded.name !== name) throw new Error(`This process renders with "${loaded.name}" already.`)
  loaded ??= name === 'react' ? await loadReact() : await loadPreact()
  return loaded
}

async function loadReact(): Promise<Engine> {
  const react = await import('react')
  if (typeof (react as { act?: unknown }).act === 'function') {
    throw new Error(
      'React was loaded in development mode, which renders many times slower; something imported it too early.',
    )
  }
  const { renderToString } = await import('react-dom/server')
  return { name: 'react', render: renderToString }
}

async function loadPreact(): Promise<Engine> {
  registerHooks({
    resolve: (specifier, context, next) => next(preactAliases[specifier] ?? specifier, context),
  })
  const { renderToString } = await import('preact-render-to-string')
  return { name: 'preact', render: renderToString as unknown as Engine['render'] } // its elements are Preact's by the aliases
}
