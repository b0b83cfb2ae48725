import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'

/** Reads the icon of the brand. Throws a `UsageError` if it cannot be read or is not an SVG. */
export async function readIcon(siteRoot: string, icon: string): Promise<Buffer> {
  const hint = 'Name a square SVG in "brand.icon" of the settings; the path is from their folder.'
  const svg = await readFile(join(siteRoot, icon)).catch((cause) => {
    throw new UsageError(`The icon of the brand, "${icon}", cannot be read.`, { hint, cause })
  })
  if (!svg.includes('<svg')) throw new UsageError(`The icon of the brand, "${icon}", is no SVG.`, { hint })
  return svg
}
