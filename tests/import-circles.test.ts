import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'

const folders = '{blocks,cli,content,demo,hydrate,locales,preview,publish,renderer,templates}'
const modules = globSync(`${folders}/**/*.{ts,tsx,js}`).filter((file) => !/\.test\.tsx?$/.test(file))

/** Our modules that a module imports. Includes imports of types, which the linter ignores. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g)
  return [...found].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name),
  )
}

it('no module imports itself through others, not even for types', () => {
  const graph = new Map(modules.map((file) => [file, importsOf(file)]))
  const reachOf = (start: string): Set<string> => {
    const reached = new Set(graph.get(start))
    for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next)
    return reached
  }
  expect(modules.length).toBeGreaterThan(300)
  expect(modules.filter((file) => reachOf(file).has(file))).toEqual([])
})
