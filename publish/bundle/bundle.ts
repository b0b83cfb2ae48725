import { hash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { type BuildOptions, type BuildResult, build, type OnLoadResult, type Plugin } from 'esbuild'
import type { FileWriter } from '#publish/writer.ts'
import { failedBundle, styleProblems } from './bundle-problems.ts'
import { islandFolder, islandNames } from './island-names.ts'
import type { StyleSheet } from './site-styles.ts'

export type BundleOptions = {
  /** Folder of the tool's own sources. */
  toolRoot: string
  styles: StyleSheet[]
  /** esbuild plugins for scripts that show blocks. */
  plugins: Plugin[]
  writer: FileWriter
  /** The engine that rendered the pages. Scripts in the browser use the same engine. */
  engine: 'react' | 'preact'
}

export type Bundle = {
  /**
   * Addresses of the files, by the names that readers use: `site.css`, `main.js`, `not-found.js`, `font-latin`,
   * `font-latin-ext`, `font-basic`, `font-polish`. Each island has two entries, such as `entry-form.js` for its
   * script and `entry-form.deps` for the addresses of the files it imports, separated by spaces.
   */
  assets: Map<string, string>
  bytes: { css: number; js: number }
  /**
   * Values of the `integrity` attribute, such as `sha384-…`, by the address of the script or style (Subresource
   * Integrity).
   */
  integrity: Map<string, string>
  /** The source files of the bundle, by their path from the tool root. */
  sources: string[]
  /** The mistakes in the style sheets, as sentences. */
  styleProblems: string[]
}

type Output = BuildResult<{ metafile: true; write: false }>

const fileLoaders: BuildOptions['loader'] = {
  '.woff2': 'file',
  '.woff': 'file',
  '.svg': 'file',
  '.png': 'file',
  '.jpg': 'file',
}

const browsers = ['es2022', 'chrome111', 'firefox114', 'safari16.4', 'ios16.4']

/**
 * Bundles styles, fonts and scripts into `/assets/` under hashed names. Equal sources give equal names and bytes. The
 * script of every page and the islands are bundled separately, so that a page without an awake island loads one file.
 */
export async function bundle({ toolRoot, styles: sheets, plugins, writer, engine }: BundleOptions): Promise<Bundle> {
  const names = islandNames(toolRoot)
  const [styles, main, islands] = await Promise.all([
    bundleWith(toolRoot, {
      entryPoints: { site: 'styles:site' },
      loader: fileLoaders,
      plugins: [styleEntry(toolRoot, sheets)],
    }),
    bundleWith(toolRoot, {
      ...scriptOptions(engine),
      entryPoints: { main: 'hydrate/main.ts', 'not-found': 'hydrate/not-found.ts' },
    }),
    bundleWith(toolRoot, {
      ...scriptOptions(engine),
      entryPoints: Object.fromEntries(names.map((name) => [name, `island:${name}`])),
      plugins: [islandEntries(toolRoot, engine), ...plugins],
    }),
  ])
  const bytes = { css: 0, js: 0 }
  const integrity = new Map<string, string>()
  for (const { path, contents } of [styles, main, islands].flatMap(({ outputFiles }) => outputFiles)) {
    await writer.write(`assets/${relative(join(toolRoot, 'assets'), path)}`, contents)
    if (/\.(?:css|js)$/.test(path)) integrity.set(addressOf(path), `sha384-${hash('sha384', contents, 'base64')}`)
    if (path.endsWith('.css')) bytes.css += contents.length
    if (path.endsWith('.js')) bytes.js += contents.length
  }
  const [page] = scriptsOf(main, 'hydrate/main.ts')
  const [notFound] = scriptsOf(main, 'hydrate/not-found.ts')
  const woken = names.flatMap((name): [string, string][] => {
    const [src, ...deps] = scriptsOf(islands, `island:${name}`)
    return [
      [`${name}.js`, src],
      [`${name}.deps`, deps.join(' ')],
    ]
  })
  const css = styles.outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? ''
  return {
    assets: new Map([...assetsOf(styles), ['main.js', page], ['not-found.js', notFound], ...woken]),
    bytes,
    integrity,
    sources: [styles, main, islands].flatMap(sourcesOf),
    styleProblems: styleProblems({ ...styles, css, toolRoot, sheets }),
  }
}

/** Bundles for browsers with esbuild. Throws a `UsageError` that describes the mistakes in the sources. */
export function bundleWith(toolRoot: string, options: BuildOptions): Promise<Output> {
  return build({
    absWorkingDir: toolRoot,
    outdir: join(toolRoot, 'assets'),
    publicPath: '/assets',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    target: browsers,
    legalComments: 'external',
    logLevel: 'silent',
    ...options,
    metafile: true,
    write: false,
  }).catch((error) => {
    throw failedBundle(error, toolRoot)
  })
}

/** With `preact`, Preact's core replaces the few parts of React that islands use. `preact/compat` would add 1.8 KB. */
function scriptOptions(engine: BundleOptions['engine']): BuildOptions {
  const isPreact = engine === 'preact'
  return {
    format: 'esm',
    splitting: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: engine } },
    ...(isPreact && {
      alias: {
        react: 'preact/compat',
        'react-dom': '#hydrate/preact-client.ts',
        'react-dom/client': '#hydrate/preact-client.ts',
        '#hydrate/take-over.ts': '#hydrate/preact-take-over.ts',
      },
    }),
  }
}

/** A plugin that provides the entry points whose names begin with `prefix`. `load` makes their content from the rest. */
function entriesOf(namespace: string, prefix: RegExp, load: (name: string) => OnLoadResult): Plugin {
  return {
    name: `${namespace}-entries`,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: prefix }, ({ path }) => ({ path: path.replace(prefix, ''), namespace }))
      onLoad({ filter: /.*/, namespace }, ({ path }) => load(path))
    },
  }
}

/** The entry point of the styles: one style sheet that imports all others. */
function styleEntry(toolRoot: string, sheets: StyleSheet[]): Plugin {
  const contents = sheets.map(importOf).join('\n')
  return entriesOf('styles', /^styles:/, () => ({ loader: 'css', resolveDir: toolRoot, contents }))
}

function importOf({ file, layer }: StyleSheet): string {
  return `@import ${JSON.stringify(`./${file.replaceAll('\\', '/')}`)}${layer ? ` layer(${layer})` : ''};`
}

/**
 * The entry points of islands: view, behaviour, the mount, and the name of the engine, which the loader compares with
 * that of the page.
 */
function islandEntries(toolRoot: string, engine: string): Plugin {
  return entriesOf('island', /^island:/, (name) => ({
    resolveDir: toolRoot,
    contents: `import { ${componentName(name)} as View, connect } from '#${islandFolder}/${name}.tsx'
      import { mount } from '#hydrate/mount.tsx'
      export const engine = '${engine}'
      export default (root, props) => mount(View, connect, root, props)`,
  }))
}

function componentName(island: string): string {
  return island.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function assetsOf({ metafile }: Output): [string, string][] {
  return Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]): [string, string][] => {
    if (entryPoint) return [['site.css', addressOf(path)]]
    const subset = /-(latin|latin-ext|basic|polish)-wght-normal-[A-Z0-9]+\.woff2$/.exec(path)?.[1]
    return subset ? [[`font-${subset}`, addressOf(path)]] : []
  })
}

/** The source files of a bundle, by their path from the tool root. */
export function sourcesOf({ metafile }: Output): string[] {
  return Object.keys(metafile.inputs).filter((path) => !/^(island|styles):/.test(path))
}

/**
 * The output file of an entry point, followed by every file that is loaded with it. Throws if the entry was not
 * bundled.
 */
function scriptsOf({ metafile: { outputs } }: Output, entryPoint: string): [src: string, ...deps: string[]] {
  const file = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint)
  if (file === undefined) throw new Error(`The script "${entryPoint}" was not bundled.`)
  const deps = new Set<string>()
  const collect = (path: string): void => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || deps.has(imported)) continue
      deps.add(imported)
      collect(imported)
    }
  }
  collect(file)
  return [addressOf(file), ...[...deps].map(addressOf)]
}

function addressOf(path: string): string {
  return `/assets/${basename(path)}`
}
