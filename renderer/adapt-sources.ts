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
        .replaceAll(/import\.meta\.url/g, JSON.stringify(pathToFileURL(path).href))
        .replaceAll(/import\.meta\.dirname/g, JSON.stringify(dirname(path)))
        .replaceAll(/import\.meta\.filename/g, JSON.stringify(path))
        .replace(/^import \{ z \} from 'zod'$/m, "import * as z from 'zod'")
        .replaceAll(/import\(pathToFileURL\(/g, 'importModule(pathToFileURL(')
      return { contents, loader: path.endsWith('x') ? 'tsx' : ('ts' satisfies Loader) }
    })
  },
}
