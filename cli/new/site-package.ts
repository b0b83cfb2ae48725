import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { plainName } from '#publish/plain-name.ts'
import { readWritten } from '#renderer/sources/syntax-place.ts'
import { toolRoot } from '#renderer/tool-root.ts'

const texts = z.record(z.string(), z.string()).optional()
const packageSchema = z.looseObject({
  name: z.string().optional(),
  type: z.string().optional(),
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  allowScripts: z.record(z.string(), z.unknown()).optional(),
})

/** What a `package.json` says. */
export type Package = z.infer<typeof packageSchema>

/** The `package.json` of a folder; empty where there is none. Throws a `UsageError` with the place of what is wrong in it. */
export async function readPackage(folder: string): Promise<Package> {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  const hint = 'Correct it, or remove it to have one made; nothing was written.'
  const content = await readWritten(file, { hint })
  const parsed = packageSchema.safeParse(content)
  if (parsed.success) return content as Package // as it was checked, its fields in their order
  const { path = [], message } = parsed.error.issues[0] ?? {}
  throw new UsageError(
    `"${file}" is not valid: ${path.length > 0 ? `"${path.join('.')}"` : 'the whole of it'}: ${message}.`,
    { hint },
  )
}

/** How npm finds the tool: as it was installed, or in the folder that it runs from, as `site` in a registry is someone else's. */
export async function findTool(folder: string, own: Package): Promise<string> {
  const ownSpec = specOf(own)
  if (ownSpec !== undefined) return ownSpec
  const [project = toolRoot] = toolRoot.split(/[\\/]node_modules[\\/]/)
  const installed = project === toolRoot ? undefined : specOf(await readPackage(project))
  if (installed === undefined) return fileSpec(folder, toolRoot)
  return installed.startsWith('file:') ? fileSpec(folder, resolve(project, installed.slice('file:'.length))) : installed
}

function specOf({ dependencies, devDependencies }: Package): string | undefined {
  return dependencies?.site ?? devDependencies?.site
}

/** A path as npm takes it, with slashes on every system, as others may install the same site. */
function fileSpec(folder: string, path: string): string {
  return `file:${relative(folder, path).split(sep).join('/')}`
}

/** The `package.json` of a site: what there is stays, but for what a site cannot be without. */
export function packageText(given: Package, { name, tool }: { name: string; tool: string }): string {
  const { scripts, dependencies, devDependencies } = given
  const isPlaceholder = /^echo .*no test specified/.test(scripts?.test ?? '') // of `npm init`
  const whole = {
    name: packageName(name),
    private: true,
    ...given,
    type: 'module',
    scripts: {
      build: 'site build',
      preview: 'site preview',
      serve: 'site serve',
      ...scripts,
      ...((!scripts?.test || isPlaceholder) && { test: 'node --test "blocks/**/*.test.ts"' }),
    },
    ...(!devDependencies?.site && { dependencies: { ...dependencies, site: tool } }),
    allowScripts: { esbuild: true, node: true, ...given.allowScripts }, // npm runs install scripts of these alone; `node` is the Node of the tool
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** The name of a site as npm takes it, but never the name of the tool, which the site depends on. */
function packageName(name: string): string {
  const plain = plainName(name).slice(0, 100).replace(/-$/, '')
  return ['', 'site', 'node-modules'].includes(plain) ? 'my-site' : plain
}
