import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolRoot } from '#renderer/tool-root.ts'

/** Returns a file of `cli/new/files` with each `{{name}}` replaced by its value. */
export function fillFile(path: string, values: Record<string, string> = {}): string {
  const text = readFileSync(join(toolRoot, 'cli/new/files', `${path}.txt`), 'utf8')
  return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')
}
