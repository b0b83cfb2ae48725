import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse, serialize } from 'parse5'
import { UsageError } from '#content/finding.ts'
import { whyOf } from '#content/machine-fault.ts'
import { attributeOf, type Element, isElement, type Node } from '#preview/child/elements.ts'
import { makeFolder } from '#publish/export/make-folder.js'
import { decodeText } from '#publish/redirects/request-path.ts'
import type { DraftState } from './draft-state.ts'

export type ExportResult = {
  files: number
  page: string
  /** Files that the page refers to and the site does not have. */
  missing: string[]
  /** Messages about blocks of the draft that are not shown as written. */
  problems: string[]
}

type FileOf = (path: string) => Promise<Uint8Array | undefined>

/**
 * Writes a draft as a folder that can be opened from anywhere: the page, its styles, fonts and pictures, with relative
 * addresses. The page runs no scripts, and its links to other pages point to the public site.
 */
export async function exportDraft(state: DraftState, directory: string, fileOf: FileOf): Promise<ExportResult> {
  await claim(directory)
  const { assembled, route } = state
  const needed = new Set<string>()
  const document = parse((await assembled.render(route)).html)
  makeAlone(document, { origin: assembled.site.family.origin, needed })
  const missing: string[] = []
  const written = new Set<string>()
  const write = async (path: string): Promise<void> => {
    if (written.has(path)) return
    written.add(path)
    const bytes = await fileOf(path)
    if (!bytes) {
      missing.push(path)
      return
    }
    if (!path.endsWith('.css')) return put(join(directory, path), bytes)
    const styles = alone(Buffer.from(bytes).toString(), path)
    await put(join(directory, path), styles.css)
    for (const inner of styles.files) await write(inner)
  }
  for (const path of needed) await write(path)
  await put(join(directory, 'index.html'), serialize(document))
  const problems = state.read.problems.map(({ message, block }) =>
    block === undefined ? message : `In block ${block + 1}, ${message}`,
  )
  return { files: written.size - missing.length + 1, page: join(directory, 'index.html'), missing, problems }
}

const markerName = '.site-preview'

/**
 * Makes sure that a folder is ours to write to, and marks it as ours. An `index.html` would not be enough, because any
 * website has one.
 */
async function claim(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw unwritable(directory, error)
  })
  if (names.length > 0 && !names.includes(markerName)) {
    throw new UsageError(
      `The folder "${directory}" holds files that do not belong to an exported draft; nothing in it was touched.`,
      { hint: 'Choose an empty or new folder with --export.' },
    )
  }
  await put(join(directory, markerName), 'This folder was written by "site preview --export".\n')
}

async function put(file: string, bytes: string | Uint8Array): Promise<void> {
  try {
    makeFolder(dirname(file))
    await writeFile(file, bytes)
  } catch (cause) {
    throw unwritable(file, cause)
  }
}

function unwritable(file: string, error: unknown): UsageError {
  const { why, hint } = whyOf(error, '--export', 'Choose another folder with --export.')
  return new UsageError(`"${file}" cannot be written: ${why}.`, { hint })
}

type AloneOptions = { origin: string; needed: Set<string> }

/** Kinds of links that are useless or harmful in a page that is opened from a folder. */
const dropped = /^(preload|modulepreload|manifest|alternate|prefetch)$/

function makeAlone(node: Node, options: AloneOptions): void {
  if (!('childNodes' in node)) return
  node.childNodes = node.childNodes.filter((child) => !isElement(child) || !isDropped(child))
  for (const child of node.childNodes) {
    if (isElement(child)) {
      child.attrs = child.attrs.filter(({ name }) => name !== 'integrity' && name !== 'crossorigin')
      for (const one of child.attrs) one.value = relativeValue(child, one, options)
    }
    makeAlone(child, options)
  }
}

function isDropped(element: Element): boolean {
  const { tagName } = element
  if (tagName === 'script') return attributeOf(element, 'type') !== 'application/ld+json'
  if (tagName === 'meta') return Boolean(attributeOf(element, 'http-equiv'))
  return tagName === 'link' && dropped.test(attributeOf(element, 'rel') ?? '')
}

function relativeValue(
  element: Element,
  { name, value }: { name: string; value: string },
  options: AloneOptions,
): string {
  if (name === 'srcset' || name === 'imagesrcset') {
    return value
      .split(', ')
      .map((part) => relativeAddress(part, options))
      .join(', ')
  }
  const isOnPage = name === 'src' || name === 'poster' || (name === 'href' && element.tagName === 'link')
  const isFile = isOnPage || (name === 'href' && /^\/assets\//.test(value))
  if (isFile && /^\/[^/]/.test(value)) return relativeAddress(value, options)
  const isLink = name === 'href' || name === 'action'
  return isLink && /^\/(?!\/)/.test(value) ? `${options.origin}${value}` : value
}

/** Turns `/assets/a.jpg 480w` into `assets/a.jpg 480w`. */
function relativeAddress(text: string, { needed }: AloneOptions): string {
  const [address = '', ...rest] = text.split(' ')
  if (!/^\/[^/]/.test(address)) return text
  needed.add(decodeText(address.slice(1).split(/[?#]/)[0] ?? ''))
  return [address.slice(1), ...rest].join(' ')
}

/** Returns styles with addresses relative to their own file, and the files that they name. */
function alone(css: string, path: string): { css: string; files: string[] } {
  const files: string[] = []
  const depth = path.split('/').length - 1
  const relative = css.replaceAll(/url\((["']?)\/([^"')]+)\1\)/g, (_, quote: string, file: string) => {
    files.push(file.split(/[?#]/)[0] ?? file)
    return `url(${quote}${'../'.repeat(depth)}${file}${quote})`
  })
  return { css: relative, files }
}
