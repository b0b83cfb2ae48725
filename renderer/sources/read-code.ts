import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceChecksums } from './file-stamp.ts'
import { type CompiledGraph, type ModuleGraph, moduleGraphOf } from './module-graph.js'
import { joinOwnBlocks, ownBlocksOf, type Roots, tsconfigRaw } from './own-blocks.js'

/** Identifies this process, in the words of `site explain`. */
const started = new Date(performance.timeOrigin).toISOString()

/** The sources that pages are made with, as plain data. Modules are named by their path from the folder of the tool. */
export type Code = {
  /** Modules that every page runs. */
  core: string[]
  /** Modules that export a component, by the component's name. Several modules may export the same name. */
  modules: Map<string, string[]>
  /**
   * For each module, the digests of its own file and of its imports, by file. Modules that export only components have
   * entries of their own.
   */
  digests: Map<string, Record<string, string>>
  /** Digest of the code that reads and parses content, and of the code that finds pictures in rich text. */
  contentDigest: string
}

/**
 * The sources of a build, as they were when it began. `answering` are the modules that
 * read content and answer the questions of pages.
 */
export type BuildCode = { code: Code; answering: string[]; sources: SourceChecksums }

const entries = [
  'renderer/reader/open-page-renderer.ts',
  'renderer/reader/page-reader.ts',
  'renderer/reader/resolve-page.ts',
  'renderer/page/render-page.tsx',
  'renderer/page/rich-text-parts.tsx',
]
const contentEntries = ['content/crawl/crawl.ts', 'renderer/reader/rich-text.ts']
const answerEntries = ['renderer/build/open-site.ts', 'renderer/build/read-site.ts', 'renderer/reads/look-ups.ts']
/**
 * True for modules that make the answers to questions of pages. A page depends on the answers, not on these modules.
 */
const isBehindRecorder = (module: string): boolean =>
  module.startsWith('renderer/reads/') || module === 'renderer/site/index-site.ts' || module.startsWith('publish/')

/** Reads which of our modules import which. Packages are not followed. */
async function readModuleGraph({ toolRoot, siteRoot }: Roots): Promise<ModuleGraph> {
  const { build } = await import('esbuild') // slow to load, and most commands find the graph without it
  const { metafile } = await build({
    absWorkingDir: toolRoot,
    entryPoints: [...entries, ...contentEntries, ...answerEntries],
    outdir: join(toolRoot, 'nowhere'),
    bundle: true,
    packages: 'external',
    external: ['node:*'],
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [joinOwnBlocks({ toolRoot, siteRoot })],
    tsconfigRaw,
    logLevel: 'silent',
  })
  return moduleGraphOf(metafile, toolRoot)
}

/**
 * The graph that was last read, and the sources it was read from. With `--poll`, a
 * process builds many times from the same sources.
 */
let lastGraph: { graph: ModuleGraph; madeOf: string } | undefined

/**
 * The file with the module graph that was written when this program was compiled;
 * undefined if the program was not compiled.
 */
let compiledGraph: string | undefined

/** Names the file with the module graph of this program (`modules.json`). To be called before `readCode`. */
export function takeCompiledGraph(file: string): void {
  compiledGraph = file
}

async function moduleGraph(roots: Roots, { checksumOf, isEdited }: SourceChecksums): Promise<ModuleGraph> {
  const madeOf = (graph: ModuleGraph): string =>
    JSON.stringify([roots, ownBlocksOf(roots.siteRoot), Object.keys(graph).map(checksumOf)])
  if (lastGraph && madeOf(lastGraph.graph) === lastGraph.madeOf) return lastGraph.graph
  // If a source is edited meanwhile, it may differ from the one that the graph was read from.
  const isCurrent = (graph: ModuleGraph): boolean => !Object.keys(graph).some(isEdited)
  const compiled = readCompiledGraph(roots)
  const graph = compiled && isCurrent(compiled) ? compiled : await readModuleGraph(roots)
  lastGraph = isCurrent(graph) ? { graph, madeOf: madeOf(graph) } : undefined
  return graph
}

/**
 * The modules of pages and answers among those that this program was compiled from.
 * Undefined if the site has other blocks by now.
 */
function readCompiledGraph({ siteRoot }: Roots): ModuleGraph | undefined {
  // Newer code may have been compiled meanwhile.
  if (compiledGraph === undefined || !existsSync(compiledGraph)) return undefined
  // As `compile-program.js` wrote it.
  const { graph, ownBlocks } = JSON.parse(readFileSync(compiledGraph, 'utf8')) as CompiledGraph
  if (JSON.stringify(ownBlocks) !== JSON.stringify(ownBlocksOf(siteRoot))) return undefined
  const reached = new Set(reachOf([...entries, ...contentEntries, ...answerEntries], graph))
  return Object.fromEntries(Object.entries(graph).filter(([module]) => reached.has(module)))
}

/** The sources in their current state. */
export async function readCode({ toolRoot, siteRoot }: Roots, sources: SourceChecksums): Promise<BuildCode> {
  const graph = await moduleGraph({ toolRoot, siteRoot }, sources)
  const answering = reachOf([...contentEntries, ...answerEntries], graph)
  return { code: describeCode(graph, sources), answering, sources }
}

/** The sources of an earlier build. Sources that were edited since then have digests that no build can produce. */
export function codeAfterEdits(code: Code, isEdited: (source: string) => boolean): Code {
  const edited = `edited before ${started}`
  const afterEdits = (digests: Record<string, string>) =>
    Object.fromEntries(Object.entries(digests).map(([file, digest]) => [file, isEdited(file) ? edited : digest]))
  const files = new Set([...code.digests.values()].flatMap((digests) => Object.keys(digests)))
  if (![...files].some(isEdited)) return code
  return { ...code, digests: new Map([...code.digests].map(([module, digests]) => [module, afterEdits(digests)])) }
}

function describeCode(graph: ModuleGraph, sources: SourceChecksums): Code {
  const byComponent = new Map<string, string[]>()
  for (const [module, { components }] of Object.entries(graph)) {
    for (const name of components) byComponent.set(name, [...(byComponent.get(name) ?? []), module])
  }
  const isApart = (module: string) => graph[module]?.givesOnlyComponents || isBehindRecorder(module)
  const digestsOf = (module: string) =>
    Object.fromEntries(reachOf([module], graph, isApart).map((one) => [one, digestOfRun(one, sources)]))
  const core = entries.filter((module) => graph[module])
  const named = new Set([...core, ...[...byComponent.values()].flat()])
  return {
    core,
    modules: byComponent,
    digests: new Map([...named].map((module) => [module, digestsOf(module)])),
    contentDigest: hash('sha256', JSON.stringify(contentEntries.map(digestsOf)), 'base64url'),
  }
}

/**
 * The digest of a module. If the module was edited after this process started, the digest is unique to this process,
 * which may run older code.
 */
function digestOfRun(module: string, { checksumOf, isEdited }: SourceChecksums): string {
  const digest = checksumOf(module).slice(0, 12)
  return isEdited(module) ? `${digest}, edited after the build of ${started} began` : digest
}

/** Modules and everything they import, sorted by name. Imports that are `isApart` are not followed. */
function reachOf(modules: string[], graph: ModuleGraph, isApart?: (module: string) => boolean | undefined): string[] {
  const reached = new Set(modules)
  for (const module of reached) {
    for (const next of graph[module]?.imports ?? []) if (!isApart?.(next)) reached.add(next)
  }
  return [...reached].filter((one) => graph[one]).sort()
}
