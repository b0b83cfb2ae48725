import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolRoot } from '#renderer/tool-root.ts'

/** The classes in the tool's style sheets, as in `.button`. */
export function toolClasses(): Set<string> {
  const sheets = globSync('{blocks,templates}/**/*.css', { cwd: toolRoot })
  return new Set(sheets.flatMap((file) => readFileSync(join(toolRoot, file), 'utf8').match(/\.[a-z][a-z0-9-]*/g) ?? []))
}
