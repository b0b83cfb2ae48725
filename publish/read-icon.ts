import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'

/** Reads the icon of the brand. Throws a `UsageError` if it cannot be read or is not an SVG. */
export async function readIcon(siteRoot: string, icon: string): Promise<Buffer> {
  const hint = 'Set "brand.icon" in the settings to the path of a square SVG, relative to the folder of the settings.'
  const svg = await readFile(join(siteRoot, icon)).catch((cause) => {
    throw new UsageError(`The icon of the brand, "${icon}", cannot be read.`, { hint, cause })
  })
  if (!svg.includes('<svg')) throw new UsageError(`The icon of the brand, "${icon}", is not an SVG.`, { hint })
  return svg
}
