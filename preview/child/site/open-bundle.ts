import { iconAddresses } from '#publish/brand.ts'
import { bundle } from '#publish/bundle.ts'
import { describeFile } from '#publish/export-changes.ts'
import { type Integrity, recordIntegrity } from '#publish/integrity.ts'
import type { Writer } from '#publish/writer.ts'

/** The bundle of a renderer, in memory. */
export type OpenBundle = { files: Map<string, Uint8Array>; assets: Map<string, string>; integrity: Integrity }

/** Bundles styles and scripts as a build does, and keeps them in memory. */
export async function openBundle(root: string, engine: 'react' | 'preact'): Promise<OpenBundle> {
  const files = new Map<string, Uint8Array>()
  const { writer, integrity } = recordIntegrity(memoryWriter(files))
  const { assets } = await bundle({ root, writer, engine })
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
    keepOthers: async () => {},
    planned: () => [],
    published: () => undefined,
    read: async () => undefined,
    commit: async () => {
      throw new Error('Nothing of a preview is published.')
    },
    discard: async () => {},
  }
}
