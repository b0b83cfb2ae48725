import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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

it('refuses objects in elements of Preact, which would show nothing', async () => {
  const script = `import { loadEngine } from './renderer/reader/engine.ts'
    const { render } = await loadEngine('preact')
    const { jsx } = await import('react/jsx-runtime')
    const Words = ({ children }) => jsx('b', { children })
    const tried = [['a', 0, null, jsx(Words, { children: ['x', [true]] })], { day: 1 }, ['a', [new Date(0)]]]
    for (const children of tried) try { console.log(render(jsx('p', { children }))) } catch (error) { console.log(error.message) }`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout.trim().split('\n')).toEqual([
    '<p>a0<b>x</b></p>',
    'An element "p" contains an object, {"day":1}, which cannot be shown.',
    'An element "p" contains an object, "1970-01-01T00:00:00.000Z", which cannot be shown.',
  ])
})
