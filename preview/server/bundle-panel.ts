import { join } from 'node:path'
import { build } from 'esbuild'
import { toolRoot } from '#renderer/tool-root.ts'

/** The files of the panel by name: `panel.js`, `panel.css`, and `failure.js` for pages that report a failure. */
export type PanelFiles = Map<string, Uint8Array>

export async function bundlePanel(): Promise<PanelFiles> {
  const folder = join(toolRoot, 'preview/panel')
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [
      { in: 'main.tsx', out: 'panel' },
      { in: 'panel.css', out: 'panel' },
      { in: 'failure.ts', out: 'failure' },
    ],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'silent',
  })
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(folder.length + 1), contents]))
}
