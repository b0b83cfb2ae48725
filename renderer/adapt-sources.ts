import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader, Plugin } from 'esbuild'

/**
 * For sources that are compiled into one script: they find files beside them, wherever that lies, and it is run with `importModule`
 * for what cannot be required. Of zod comes along what they use, not all that `z` has.
 */
export const adaptSources: Plugin = {
  name: 'adapt-sources',
  setup(compiling) {
    // Patterns and not texts, because this file is compiled by itself too.
    compiling.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!/import\.meta\.|import\(pathToFileURL|from 'zod'/.test(text)) return null
      const contents = text
        .replaceAll(/createRequire\(import\.meta\.url\)\(/g, 'require(')
        .replaceAll(/import\.meta\.(url|dirname|filename)/g, (_, name: keyof Place) => placeIn(path, name))
        .replace(/^import \{ z \} from 'zod'$/m, "import * as z from 'zod'")
        .replaceAll(/import\(pathToFileURL\(/g, 'importModule(pathToFileURL(')
      return { contents, loader: path.endsWith('x') ? 'tsx' : ('ts' satisfies Loader) }
    })
  },
}

type Place = { url: string; dirname: string; filename: string }

/** Where a source lies, as an expression that tells `site verify` who asks. */
function placeIn(path: string, name: keyof Place): string {
  const place: Place = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path }
  return `(globalThis[Symbol.for("site.tellPlace")]?.(${JSON.stringify(name)}), ${JSON.stringify(place[name])})`
}
