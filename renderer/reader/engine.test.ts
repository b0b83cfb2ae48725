import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { loadEngine } from './engine.ts'

it('returns the name of each component', async () => {
  const { onComponent, render } = await loadEngine('react')
  const { jsx } = await import('react/jsx-runtime')
  const reported: string[] = []
  onComponent((name) => void reported.push(name))
  const Part2 = () => createElement('i')
  const Part = () => jsx(Part2, {})
  expect(render(jsx(Part, {}))).toBe('<i></i>')
  expect(reported).toEqual(['Part', 'Part2'])
})

it('refuses an asynchronous component', async () => {
  await loadEngine('react')
  const { jsx } = await import('react/jsx-runtime')
  const Late = (async () => null) as unknown as () => null
  expect(() => jsx(Late, {})).toThrow('The component "Late" is asynchronous, but pages are rendered without waiting.')
})

it('renders with one engine in a process', async () => {
  await loadEngine('react')
  await expect(loadEngine('preact')).rejects.toThrow('This process already renders with "react".')
})

it('refuses Preact when something else has chosen the module of React, as Vitest does', async () => {
  vi.resetModules()
  const anew = await import('./engine.ts')
  await expect(anew.loadEngine('preact')).rejects.toThrow('Preact cannot replace React in this process')
})
