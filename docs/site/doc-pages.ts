import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, posix } from 'node:path'
import { Marked, type Tokens } from 'marked'

export type DocPage = { file: string; slug: string; title: string; html: string }
export type DocMenu = { name: string; children: { name: string; slug: string; description: string }[] }

const index = 'docs/README.md'

/** Every document as a page of a site, links between them made links between pages. */
export async function readDocPages(): Promise<DocPage[]> {
  const files = [await markdownIn('.'), await markdownIn('docs'), await markdownIn('docs/decisions')].flat()
  const pages = await Promise.all(
    files.map(async (file) => pageOf(file, await readFile(file, 'utf8'), (path) => files.includes(path))),
  )
  const decisions = pages.filter(({ file }) => file.startsWith('docs/decisions/'))
  const list = decisions.map(({ slug, title }) => `<li><a href="${slug}">${escapeHtml(title)}</a></li>`).join('')
  return [...pages, { file: 'docs/decisions', slug: '/decisions', title: 'Decisions', html: `<ul>${list}</ul>` }]
}

/** The menus: the tables of the index, by what stands above their first column. */
export async function readDocMenus(): Promise<DocMenu[]> {
  const tokens = new Marked().lexer(await readFile(index, 'utf8'))
  return tokens
    .filter((token): token is Tokens.Table => token.type === 'table')
    .map(({ header, rows }) => ({ name: sentence(header[0]?.text ?? ''), children: rows.flatMap(entryOf) }))
}

function entryOf([name, description]: Tokens.TableCell[]): DocMenu['children'] {
  const link = name?.tokens.find((token): token is Tokens.Link => token.type === 'link')
  if (!link) return []
  return [{ name: link.text, slug: slugOf(posix.join('docs', link.href)), description: description?.text ?? '' }]
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => posix.join(folder, name))
}

function slugOf(file: string): string {
  if (file === index) return '/'
  const name = basename(file, '.md').toLowerCase()
  return /^docs\/decisions\/./.test(file) ? `/decisions/${name}` : `/${name}`
}

function pageOf(file: string, text: string, isPage: (file: string) => boolean): DocPage {
  const marked = new Marked()
  const tokens = marked.lexer(text)
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${idOf(words)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const address = addressOf(href, { file, isPage })
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`
      },
      image: ({ href, text: alt }) => `<img src="/media/${basename(href)}" alt="${escapeHtml(alt)}">`,
    },
  })
  const html = marked.parser(tokens.filter((token) => token !== title))
  return { file, slug: slugOf(file), title: title?.text.replaceAll('`', '') ?? file, html }
}

/** Where a link of a document leads on the site; nothing for files that are no pages. */
function addressOf(
  href: string,
  { file, isPage }: { file: string; isPage: (file: string) => boolean },
): string | undefined {
  if (/^(https?|mailto):|^#/.test(href)) return href
  const [path = '', id] = href.split('#')
  const target = posix.join(dirname(file), path).replace(/\/$/, '')
  if (!isPage(target) && target !== 'docs/decisions') return undefined
  return `${slugOf(target)}${id === undefined ? '' : `#${id}`}`
}

/** The name of a heading as hosts of code make it, so that links lead to it there and here. */
export function idOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
