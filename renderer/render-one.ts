import type { Engine } from './engine.ts'
import { createRecorder } from './reads/record-site.ts'
import { loadRenderer, type RenderOne } from './render-with.ts'
import type { Site } from './site.ts'

/** Renders pages of a site. Imports the components. */
export async function createPageRenderer(site: Site, engine: Engine): Promise<RenderOne> {
  const open = await loadRenderer(engine, site.contents.keys())
  return open(site, (names) => createRecorder({ ...site, ...names }))
}
