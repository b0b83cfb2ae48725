import { basename, join, relative } from 'node:path'
import { build } from 'esbuild'
import type { Writer } from './writer.ts'

export type BundleOptions = {
  /** Folder of the project. */
  root: string
  writer: Writer
}

/** Addresses of bundled files by the names readers use (`site.css`, `font`), and how many bytes of each kind. */
export type Bundle = { assets: Map<string, string>; bytes: { css: number; js: number } }

/** Bundles styles and fonts into `/assets/` under hashed names; equal sources give equal names and bytes. */
export async function bundle({ root, writer }: BundleOptions): Promise<Bundle> {
  const outdir = join(root, 'assets')
  const result = await build({
    absWorkingDir: root,
    entryPoints: { site: 'templates/site.css' },
    outdir,
    publicPath: '/assets',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'file' },
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    logLevel: 'silent',
  })
  const assets = new Map<string, string>()
  let css = 0
  for (const file of result.outputFiles) {
    const name = relative(outdir, file.path)
    await writer.write(`assets/${name}`, file.contents)
    if (name.endsWith('.css')) css += file.contents.length
  }
  for (const [path, output] of Object.entries(result.metafile.outputs)) {
    const address = `/assets/${basename(path)}`
    if (output.entryPoint) assets.set('site.css', address)
    else if (/-latin-wght-normal-[A-Z0-9]+\.woff2$/.test(path)) assets.set('font', address)
  }
  return { assets, bytes: { css, js: 0 } }
}
