import type { Writer } from '#publish/writer.ts'
import type { Site } from '#renderer/site.ts'
import type { KnownPage } from './known-build.ts'
import type { PageStore } from './page-store.ts'
import { type AssetNames, nameOf, readNames, restamp, type Stamp } from './stamps.ts'

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
  const names = namesBefore.get(store) ?? readNames(store.previous.facts.names)
  namesBefore.set(store, names)
  return names
}
