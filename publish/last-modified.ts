import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeIfChanged } from './write-if-changed.ts'
import type { Writer } from './writer.ts'

const fileName = '.pages.json'
const memorySchema = z.record(z.string(), z.object({ digest: z.string(), lastModified: z.string().optional() }))
type Memory = z.output<typeof memorySchema>

/** What a rendered page shows. */
export type ShownPage = { digest: string; images: string[] }

export type PageWatch = {
  /** Writes through, and looks at every HTML file that passes. */
  writer: Writer
  /** Takes over what a page shows that was not rendered this time. Its file is kept by the writer's `keep`. */
  keep(file: string, shown: ShownPage): void
  /** What the page in a file shows; nothing for a file that was neither written nor kept. */
  shown(file: string): ShownPage | undefined
  /**
   * The date a page was last changed: `known` (of the service), but the one that was published before as long as the page shows
   * the same, so that saving without changes moves nothing.
   */
  lastModified(file: string, known: string | undefined): string | undefined
  /** After the commit: keeps dates and digests for the next build, in `DIR/.pages.json`. */
  remember(): Promise<void>
}

/** Watches the pages of a build. A memory that is missing or spoilt is as none. */
export async function watchPages(inner: Writer, directory: string): Promise<PageWatch> {
  const memory = await readMemory(directory)
  const pages = new Map<string, ShownPage>()
  const dates: Memory = {}
  return {
    writer: {
      ...inner,
      write(path, content) {
        if (path.endsWith('.html'))
          pages.set(path, look(typeof content === 'string' ? content : Buffer.from(content).toString()))
        return inner.write(path, content)
      },
    },
    keep: (file, shown) => void pages.set(file, shown),
    shown: (file) => pages.get(file),
    lastModified(file, known) {
      const digest = pages.get(file)?.digest ?? ''
      const before = memory[file]
      const date = before && before.digest === digest ? (before.lastModified ?? known) : known
      dates[file] = { digest, ...(date && { lastModified: date }) }
      return date
    },
    async remember() {
      const ordered = Object.fromEntries(Object.entries(dates).sort(([a], [b]) => (a < b ? -1 : 1)))
      await writeIfChanged(join(directory, fileName), `${JSON.stringify(ordered)}\n`)
    },
  }
}

/** The visible text of a page without header and footer, and its pictures. */
function look(html: string): ShownPage {
  const title = /<title>[^<]*/.exec(html)?.[0] ?? ''
  const main = /<main[\s>][\s\S]*<\/main>/.exec(html)?.[0] ?? html
  const content = main.replaceAll(/<(script|style|template)[\s>][\s\S]*?<\/\1>/g, '')
  const sources = [...content.matchAll(/<img\s[^>]*?\bsrc="([^"]*)"/g)].map(([, src = '']) => unescapeHtml(src))
  const labels = [...content.matchAll(/\s(?:alt|href)="[^"]*"/g)].join('')
  const text = content.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const digest = createHash('sha256')
    .update([title, text, labels, ...sources].join('\n'))
    .digest('hex')
  return { digest: digest.slice(0, 16), images: [...new Set(sources)].filter((src) => /^(\/|https?:)/.test(src)) }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

async function readMemory(directory: string): Promise<Memory> {
  try {
    return memorySchema.parse(JSON.parse(await readFile(join(directory, fileName), 'utf8')))
  } catch {
    return {}
  }
}
