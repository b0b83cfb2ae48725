import type { Writer } from '#publish/writer.ts'
import type { Site } from '#renderer/site.ts'
import type { KnownPage } from './known-build.ts'
import type { PageStore } from './page-store.ts'
import { type AssetNames, nameOf, restamp, type Stamp } from './stamps.ts'

export type RestampOptions = { site: Site; store: PageStore; writer: Pick<Writer, 'read'> }

const namesBefore = new WeakMap<PageStore, AssetNames>()

/** A published page with the names of bundled files as they are now: `same` when it has them, nothing when it must be rendered. */
export async function restampPage(
  { file, stamps }: KnownPage,
  { site, store, writer }: RestampOptions,
): Promise<'same' | { html: string; stamps: Stamp[] } | undefined> {
  if (holdsNamesOf({ stamps }, site, store)) return 'same'
  const published = await writer.read(file)
  return published && restamp(published.toString(), stamps, lastNames(store), site)
}

/** Whether the names of bundled files in a published page are those of the site. */
export function holdsNamesOf({ stamps }: Pick<KnownPage, 'stamps'>, site: AssetNames, store: PageStore): boolean {
  const before = lastNames(store)
  return stamps.every(([, ...stamp]) => nameOf(stamp, before) === nameOf(stamp, site))
}

function lastNames(store: PageStore): AssetNames {
  const names = namesBefore.get(store) ?? parseNames(store.previous.facts.names)
  namesBefore.set(store, names)
  return names
}

export type PrintedNames = { assets: [string, string][]; integrity: [string, string][] }

/** The names of a build for the next one. */
export function printNames({ assets, integrity }: AssetNames): PrintedNames {
  return { assets: [...assets], integrity: [...(integrity ?? [])] }
}

function parseNames(kept: unknown): AssetNames {
  const { assets, integrity } = (kept ?? { assets: [], integrity: [] }) as Record<string, [string, string][]> // as `printNames` gave them
  return { assets: new Map(assets), integrity: new Map(integrity) }
}
