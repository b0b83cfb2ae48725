import { createElement } from 'react'
import { expect, it } from 'vitest'
import { loadEngine } from './engine.ts'

it('tells the name of each component', async () => {
  const { onComponent, render } = await loadEngine('react')
  const { jsx } = await import('react/jsx-runtime')
  const told: string[] = []
  onComponent((name) => void told.push(name))
  const Part2 = () => createElement('i')
  const Part = () => jsx(Part2, {})
  expect(render(jsx(Part, {}))).toBe('<i></i>')
  expect(told).toEqual(['Part', 'Part2'])
})

it('renders with one engine in a process', async () => {
  await loadEngine('react')
  await expect(loadEngine('preact')).rejects.toThrow('This process renders with "react" already.')
})
