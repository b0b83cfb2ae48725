import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { plainName } from '#publish/plain-name.ts'
import { readHandwrittenJson } from '#renderer/sources/syntax-place.ts'
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

/** The content of a `package.json`. */
export type Package = z.infer<typeof packageSchema>

/**
 * Reads the `package.json` of a folder. Empty if the file does not exist. Throws a `UsageError` that names the place of
 * a mistake in it.
 */
export async function readPackage(folder: string): Promise<Package> {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  const hint = 'Fix it, or remove it to create a new one. Nothing was written.'
  const content = await readHandwrittenJson(file, { hint })
  const parsed = packageSchema.safeParse(content)
  if (parsed.success) return content as Package // the schema has checked it; the fields keep their order
  const { path = [], message } = parsed.error.issues[0] ?? {}
  throw new UsageError(
    `"${file}" is not valid: ${path.length > 0 ? `"${path.join('.')}"` : 'the whole file'}: ${message}.`,
    { hint },
  )
}

/**
 * Returns how npm finds the tool: the way it was installed, or the folder that it runs from. The registry is not an
 * option, because `site` in the registry is a package of someone else. `root` is the folder of the tool.
 */
export async function findTool(folder: string, own: Package, root = toolRoot): Promise<string> {
  const ownSpec = specOf(own)
  if (ownSpec !== undefined) return ownSpec
  const [project = root] = root.split(/[\\/]node_modules[\\/]/)
  if (project === root) return fileSpec(folder, root)
  // In a workspace, packages are installed for all its members, and one of them names the tool.
  for (const place of [project, process.cwd()]) {
    const spec = specOf(await readPackage(place))
    if (spec !== undefined)
      return spec.startsWith('file:') ? fileSpec(folder, resolve(place, spec.slice('file:'.length))) : spec
  }
  if (!folder.startsWith(join(project, sep))) return fileSpec(folder, root) // installed for all folders of the machine
  throw new UsageError(
    `"${join(project, 'package.json')}" does not name the tool, so it is not known where the new site gets it from.`,
    {
      hint: 'Run the command in the folder of the workspace whose "package.json" names the tool ("site"). Nothing was written.',
    },
  )
}

function specOf({ dependencies, devDependencies }: Package): string | undefined {
  return dependencies?.site ?? devDependencies?.site
}

/** Returns a path as npm expects it, with slashes on every system, because others may install the same site. */
function fileSpec(folder: string, path: string): string {
  return `file:${relative(folder, path).split(sep).join('/')}`
}

/** Returns the `package.json` of a site. Existing fields stay, except those that a site requires. */
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
    // npm runs the install scripts of these packages only; `node` is the Node that the tool runs with
    allowScripts: { esbuild: true, node: true, ...given.allowScripts },
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/**
 * Returns the name of a site as npm accepts it. It is never the name of the tool, because the site depends on the tool.
 */
function packageName(name: string): string {
  const plain = plainName(name).slice(0, 100).replace(/-$/, '')
  return ['', 'site', 'node-modules'].includes(plain) ? 'my-site' : plain
}
