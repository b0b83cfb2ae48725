import type { LoadedJob } from '#preview/child/load-job.ts'
import { iconAddresses } from '#publish/brand.ts'
import { bundle } from '#publish/bundle.ts'
import { describeFile } from '#publish/export/export-changes.ts'
import { type Integrity, recordIntegrity } from '#publish/integrity.ts'
import { stylesOf } from '#publish/site-styles.ts'
import type { Writer } from '#publish/writer.ts'
import { joinOwnBlocks } from '#renderer/sources/own-blocks.js'

/** The bundle of a renderer, in memory. */
export type OpenBundle = { files: Map<string, Uint8Array>; assets: Map<string, string>; integrity: Integrity }

type Roots = Pick<LoadedJob, 'toolRoot' | 'siteRoot'>

/** Bundles styles and scripts as a build does, and keeps them in memory. */
export async function openBundle(job: Roots, engine: 'react' | 'preact'): Promise<OpenBundle> {
  const files = new Map<string, Uint8Array>()
  const { writer, integrity } = recordIntegrity(memoryWriter(files))
  const { assets } = await bundle({
    ...{ toolRoot: job.toolRoot, styles: stylesOf(job), writer, engine },
    plugins: [joinOwnBlocks(job)],
  })
  return { files, assets: new Map([...assets, ...iconAddresses]), integrity }
}

/** A writer into a map; nothing of it is ever committed. */
export function memoryWriter(files: Map<string, Uint8Array>): Writer {
  return {
    async write(path, content) {
      const bytes = Buffer.from(content)
      files.set(path, bytes)
      return { ...describeFile(path, bytes), isNew: true }
    },
    keep: () => false,
    keepOthers: () => {},
    planned: () => [],
    published: () => undefined,
    read: async () => undefined,
    commit: async () => {
      throw new Error('Nothing of a preview is published.')
    },
    discard: async () => {},
  }
}
