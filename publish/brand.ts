import { UsageError } from '#content/finding.ts'
import { whyOf } from '#content/machine-fault.ts'
import { readIcon } from './read-icon.ts'
import type { FileWriter } from './writer.ts'

export type BrandOptions = {
  /** Folder of the site. */
  siteRoot: string
  brand: { name: string; icon: string; themeColor: string; backgroundColor: string }
  writer: FileWriter
  /** One manifest per locale: its file in the export, its language, and the home page that it starts at. */
  manifests: { file: string; lang: string; start: string }[]
}

const iconSizes = { 'icon-32.png': 32, 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 }

/** Addresses of the icons, by file name. */
export const iconAddresses: ReadonlyMap<string, string> = new Map(
  ['icon.svg', ...Object.keys(iconSizes)].map((name) => [name, `/${name}`]),
)

/** Writes the icons, all drawn from one SVG, and a web manifest for each locale. */
export async function publishBrand({ siteRoot, brand, writer, manifests }: BrandOptions): Promise<void> {
  const { sharp } = await import('./pictures/encode/sharp.ts')
  const svg = await readIcon(siteRoot, brand.icon)
  await writer.write('icon.svg', svg)
  for (const [name, size] of Object.entries(iconSizes)) {
    const drawn = sharp(svg, { density: 300 }).resize(size, size).png({ compressionLevel: 9 })
    const png = await drawn.toBuffer().catch((cause) => {
      throw new UsageError(`The icon of the brand, "${brand.icon}", cannot be drawn.`, {
        hint: whyOf(cause, '', 'Open it in a browser, and correct the SVG.').hint,
        cause,
      })
    })
    await writer.write(name, png)
  }
  for (const { file, lang, start } of manifests)
    await writer.write(file, `${JSON.stringify(manifestOf(brand, lang, start), null, 2)}\n`)
}

function manifestOf({ name, themeColor, backgroundColor }: BrandOptions['brand'], lang: string, start: string): object {
  return {
    name,
    short_name: name,
    lang,
    start_url: start,
    scope: '/',
    display: 'browser',
    theme_color: themeColor,
    background_color: backgroundColor,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  }
}
