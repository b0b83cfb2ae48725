import { hash } from 'node:crypto'
import type { FileWriter } from '#publish/writer.ts'
import { bundleWith, sourcesOf } from './bundle.ts'

export type ServiceWorkerOptions = {
  /** Folder of the tool's own sources. */
  toolRoot: string
  writer: FileWriter
  /** Addresses of all hashed files of the bundle. The version of the worker changes with them. */
  assets: string[]
  /** The addresses that every page needs: some of `assets`, and the icon if it is used as the logo. */
  files: string[]
  /** Offline pages, by the prefix of their locale. */
  offline: { prefix: string; href: string }[]
  /** Path of the content service; empty if the service is on another origin. */
  api: string
  /** Paths that are never stored, including everything below them. */
  never: string[]
}

/**
 * Writes `/sw.js` and returns its source files. Equal input gives equal bytes, so that browsers install it again only
 * when the bundle has changed.
 */
export async function publishServiceWorker({
  toolRoot,
  writer,
  assets,
  ...known
}: ServiceWorkerOptions): Promise<string[]> {
  const offline = [...known.offline].sort((a, b) => b.prefix.length - a.prefix.length)
  const contents = JSON.stringify([[...new Set(assets)].sort(), known, offline])
  const version = hash('sha256', contents).slice(0, 12)
  const facts = { version, ...known, offline }
  const made = await bundleWith(toolRoot, {
    entryPoints: ['hydrate/service-worker.ts'],
    format: 'iife',
    define: { facts: JSON.stringify(facts) },
  })
  for (const { contents: bytes } of made.outputFiles) await writer.write('sw.js', bytes)
  return sourcesOf(made)
}
