import type { Findings } from '#content/finding.ts'
import { iconAddresses } from '#publish/brand.ts'
import { type Bundle, bundle } from '#publish/bundle/bundle.ts'
import { stylesOf } from '#publish/bundle/site-styles.ts'
import { describeFile } from '#publish/export/export-changes.ts'
import type { FileWriter } from '#publish/writer.ts'
import type { EngineName } from '#renderer/reader/engine.ts'
import { joinOwnBlocks, type Roots } from '#renderer/sources/own-blocks.js'

/** The folders of sources, and the engine that renders the pages. */
export type BundledSources = Roots & { engine: EngineName }

/** A bundle in memory. */
export type OpenBundle = Pick<Bundle, 'assets' | 'integrity' | 'styleProblems'> & { files: Map<string, Uint8Array> }

/** Bundles styles and scripts of the tool and of the site. */
export function bundleSources({ toolRoot, siteRoot, engine }: BundledSources, writer: FileWriter): Promise<Bundle> {
  const roots = { toolRoot, siteRoot }
  return bundle({ toolRoot, styles: stylesOf(roots), plugins: [joinOwnBlocks(roots)], writer, engine })
}

/** Bundles styles and scripts as a build does, and keeps them in memory. */
export async function openBundle(sources: BundledSources): Promise<OpenBundle> {
  const files = new Map<string, Uint8Array>()
  const { assets, styleProblems, integrity } = await bundleSources(sources, memoryWriter(files))
  return { files, assets: new Map([...assets, ...iconAddresses]), styleProblems, integrity }
}

/** Warns of mistakes in style sheets, which browsers would skip. */
export function reportStyleProblems(styleProblems: string[], findings: Findings): void {
  for (const message of styleProblems)
    findings.warn({ code: 'style-invalid', message, hint: 'Correct it. Browsers skip it silently.' })
}

/** A writer that puts files into a map. */
export function memoryWriter(files: Map<string, Uint8Array>): FileWriter {
  return {
    async write(path, content) {
      const bytes = Buffer.from(content)
      files.set(path, bytes)
      return { ...describeFile(path, bytes), isNew: true }
    },
  }
}
