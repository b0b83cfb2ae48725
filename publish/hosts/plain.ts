import type { Routing } from '#publish/routing.ts'
import { escapeMarkup } from '#publish/xml.ts'
import { coveredByPages, type Emission, emission } from './emission.ts'
import { rulesOf, withoutPageFiles } from './rules.ts'

const maxNameBytes = 255
/**
 * File systems allow paths of roughly 1000 to 4000 bytes, and the path of the export's folder comes before this one.
 */
const maxPathBytes = 800

/**
 * Forwarding pages for hosts that read no configuration. Copied over the export, they forward immediately, and have a
 * canonical link and a visible one. A source such as `/x.pdf` becomes a folder of that name, because a file would have
 * the wrong type.
 */
export function emitPlain(routing: Routing): Emission {
  const own = withoutPageFiles(rulesOf(routing, 'slash'), routing)
  // A folder `x/index.html` would replace a page `x.html` beside it.
  const beside = withoutPageFiles(own.rules, { ...routing, pageFiles: 'directory' })
  const covered = [...own.covered, ...beside.covered]
  const rules = beside.rules.filter(({ from }) => !isTooLong(from))
  const folders = new Set(rules.flatMap(({ from }) => ancestorsOf(from)))
  const files = rules.map(({ from, target, path, query }) => {
    const isFile = /\.html$/i.test(from) && !folders.has(from)
    const page = path.length > 1 ? path.replace(/(?<!\/)\/$/, '') : path
    const canonical = `${page.startsWith('/') ? routing.origin : ''}${page}${query}`
    const folder = from === '/' ? '' : `${from.slice(1)}/`
    return [isFile ? from.slice(1) : `${folder}index.html`, pageText(target, canonical)]
  })
  // Without this file, GitHub Pages leaves out names that begin with "_" or ".", such as "/.well-known/security.txt".
  return emission({ '.nojekyll': '', ...Object.fromEntries(files) }, [
    coveredByPages('A forwarding page cannot replace a page', covered),
    {
      limit: `The name of a file or folder has at most ${maxNameBytes} bytes, and its path at most ${maxPathBytes}`,
      entries: beside.rules.map(({ from }) => from).filter(isTooLong),
      hint: 'Remove these redirects from redirects.json, or choose a host that reads a configuration.',
    },
  ])
}

function isTooLong(path: string): boolean {
  const isLonger = (text: string, most: number): boolean => Buffer.byteLength(text) > most
  return isLonger(path, maxPathBytes) || path.split('/').some((name) => isLonger(name, maxNameBytes))
}

/** The paths above a path: `/a` and `/a/b` for `/a/b/c`. */
function ancestorsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'))
}

function pageText(target: string, canonical: string): string {
  const [to, link] = [escapeMarkup(target), escapeMarkup(canonical)]
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${to}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="${link}">
<title>${link}</title>
</head>
<body>
<p><a href="${to}">${link}</a></p>
</body>
</html>
`
}
