import type { Findings } from '#content/finding.ts'
import { contentKinds } from '#demo/source/content-kinds.ts'
import type { Content } from '#demo/source/read-content.ts'
import { marksOf } from '#demo/source/read-file.ts'

/**
 * Warns of pages among the content files that no node names. Nothing ever reads such a page, so nothing else would
 * report it.
 */
export function reportUnusedPages(content: Content, locales: string[], findings: Findings): void {
  for (const locale of locales) {
    const scope = { locale, drafts: false }
    const nodes = content.read(contentKinds.nodes, scope)
    if (nodes.broken) continue
    const named = new Set(nodes.documents.map(({ data }) => String(data.nodeReference)))
    for (const { file, data } of content.read(contentKinds.pages, scope).documents) {
      if (named.has(data.id)) continue
      const { '@file': name } = marksOf(file, {})
      findings.warn({
        code: 'file-unused',
        message: `"${name}" is not shown anywhere: no node of "${locale}/nodes.yaml" has its id${data.id && ` "${data.id}"`}.`,
        where: { locale, file: name },
        hint: `Add a node there, with its slug and "nodeReference: ${data.id || 'ID'}", or remove the file.`,
      })
    }
  }
}
