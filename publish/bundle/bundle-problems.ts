import { readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { Message, Metafile } from 'esbuild'
import { SiteError, UsageError } from '#content/finding.ts'
import type { StyleSheet } from './site-styles.ts'

/** The style sheets of a site, with the output and the warnings of esbuild. */
type Styled = { toolRoot: string; sheets: StyleSheet[]; warnings: Message[]; metafile: Metafile; css: string }

/**
 * Turns build errors of esbuild into a `UsageError` that names every place in the sources. If esbuild itself was
 * stopped, returns a `SiteError`. Returns any other error unchanged.
 */
export function failedBundle(error: unknown, toolRoot: string): unknown {
  const { errors, message } = error as { errors?: Message[]; message?: string }
  if (/^The service (was stopped|is no longer running)/.test(message ?? ''))
    return new SiteError(
      {
        code: 'machine-limit',
        message:
          'esbuild, which bundles styles and scripts, was killed: memory may have run out, or no more threads may be started.',
        hint: 'Check the free memory and the limit of threads ("ulimit -u"), and run the command again.',
      },
      { cause: error },
    )
  if (!errors?.length) return error
  return new UsageError(
    `Styles and scripts cannot be bundled: ${errors.map((one) => formatMessage(one, toolRoot)).join(' ')}`,
    { hint: 'Paths in a style sheet are relative to its folder, and components cannot import modules of Node.' },
  )
}

/** The mistakes in style sheets that browsers would skip silently, each as a sentence with its place. */
export function styleProblems({ toolRoot, sheets, warnings, metafile, css }: Styled): string[] {
  const foreign = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ path, external }) => external && /^(?:https?:)?\/\//.test(path))
      .map(
        ({ path }) => `${nameOf(file, toolRoot)} loads "${path}", but pages may load files only from their own site.`,
      ),
  )
  const ofTokens = [...unusedTokens({ toolRoot, sheets, css }), ...unsetTokens({ toolRoot, sheets, css })]
  return [...warnings.map((one) => formatMessage(one, toolRoot)), ...foreign, ...ofTokens]
}

/** Tokens that a style of the site uses without a fallback value and that nothing sets. */
function unsetTokens({ toolRoot, sheets, css }: Pick<Styled, 'toolRoot' | 'sheets' | 'css'>): string[] {
  const tokens = readFileSync(join(toolRoot, 'templates/tokens.css'), 'utf8')
  const set = new Set(`${tokens} ${css}`.match(/(?<![\w-])--[\w-]+(?=\s*[:{])/g))
  return sheets.flatMap(({ file }) =>
    readFileSync(resolve(toolRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
          .filter(([, name = '']) => !set.has(name))
          .map(([, name]) => `${nameOf(file, toolRoot)}, line ${at + 1}: nothing sets the token "${name}".`),
      ),
  )
}

/** Tokens that a site sets and no style uses: usually a misspelt name. */
function unusedTokens({ toolRoot, sheets, css }: Pick<Styled, 'toolRoot' | 'sheets' | 'css'>): string[] {
  const own = sheets.find(({ file }) => basename(file) === 'tokens.css')
  if (!own) return []
  const namesIn = (text: string): Set<string> => new Set(text.match(/--[\w-]+/g))
  const known = namesIn(readFileSync(join(toolRoot, 'templates/tokens.css'), 'utf8'))
  const used = namesIn((css.match(/var\(\s*--[\w-]+/g) ?? []).join())
  const lines = readFileSync(resolve(toolRoot, own.file), 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    const set = line.split(/[{;]/).flatMap((part) => /^\s*(--[\w-]+)\s*:/.exec(part)?.[1] ?? [])
    const unused = set.filter((name) => !known.has(name) && !used.has(name))
    return unused.map((name) => `${nameOf(own.file, toolRoot)}, line ${at + 1}: no style uses the token "${name}".`)
  })
}

function formatMessage({ text, location }: Message, toolRoot: string): string {
  const place = location && `${nameOf(location.file, toolRoot)}, line ${location.line}, column ${location.column + 1}: `
  return `${place ?? ''}${text.replace(/\.$/, '')}.`
}

function nameOf(file: string, toolRoot: string): string {
  return `"${relative(process.cwd(), resolve(toolRoot, file))}"`
}
