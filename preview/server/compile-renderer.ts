import { join, relative } from 'node:path'
import { type BuildContext, type BuildOptions, context } from 'esbuild'
import pLimit from 'p-limit'
import { SiteError } from '#content/finding.ts'
import { blockMistake, bundleOptions } from '#renderer/sources/own-blocks.js'
import { toolRoot } from '#renderer/tool-root.ts'

/**
 * Large and native packages. Spare processes load them while the code is being compiled. Small packages are compiled
 * with the code.
 */
export const preloaded = [
  ...['esbuild', 'i18next', 'parse5', 'react', 'react/jsx-runtime', 'react-dom/server'],
  ...['sanitize-html', 'sharp', 'undici', 'zod'],
]
/** Packages that are not compiled with the code: those above, and others that few renderers need. */
const external = [...preloaded, 'opentype.js', 'preact', 'preact-render-to-string']

/** The sources as one script, with its source map. The script is never written to a file. */
export type CompiledRenderer = { code: string; bundle: string; map: string }

export type RendererCompiler = {
  /** Compiles the current sources. Unchanged sources are not read again. Throws a `SiteError`. */
  compile(): Promise<CompiledRenderer>
  close(): Promise<void>
}

/** Opens a compiler for the process that renders, for repeated use. */
export function openRendererCompiler(siteRoot: string): RendererCompiler {
  let opened: Promise<BuildContext<{ write: false }>> | undefined
  // a run in progress may have read sources that have changed since
  const inTurn = pLimit(1)
  let isClosed = false
  const compileNow = async (): Promise<CompiledRenderer> => {
    if (isClosed) throw new Error('The compiler of the preview is closed.')
    opened ??= context(optionsOf(siteRoot))
    const { outputFiles } = await (await opened).rebuild().catch((cause) => {
      throw new SiteError({ code: 'build-unexpected', message: sentenceOf(cause, siteRoot) }, { cause })
    })
    const [map, script] = outputFiles
    return { code: script?.text ?? '', bundle: script?.path ?? '', map: map?.text ?? '' }
  }
  return {
    compile: () => inTurn(compileNow),
    async close() {
      isClosed = true
      await inTurn(async () => (await opened)?.dispose())
    },
  }
}

function optionsOf(siteRoot: string): BuildOptions & { write: false } {
  return {
    ...bundleOptions({ toolRoot, siteRoot, as: 'preview/main.cjs' }),
    entryPoints: ['preview/child/main.ts'],
    outfile: join(toolRoot, 'preview/child/main.cjs'), // nothing is written
    write: false,
    sourcemap: 'external',
    sourcesContent: false,
    external,
    keepNames: true, // components are distinguished by the names of their functions
  }
}

/**
 * Returns the first error in the sources and its place. An error in an own block is worded as in a build. Any other
 * file is named by its path relative to the site root, or to the tool root if it lies outside the site.
 */
function sentenceOf(cause: unknown, siteRoot: string): string {
  const mistake = blockMistake(cause, { toolRoot, siteRoot })
  if (mistake) return mistake
  const [first] =
    (cause as { errors?: { text: string; location: { file: string; line: number } | null }[] }).errors ?? []
  if (!first) return cause instanceof Error ? cause.message : String(cause)
  const { text, location } = first
  if (!location) return text
  const inSite = relative(siteRoot, join(toolRoot, location.file))
  return `${inSite.startsWith('..') ? location.file : inSite}, line ${location.line}: ${text}`
}
