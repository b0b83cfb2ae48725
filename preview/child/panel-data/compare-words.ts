import { diffWordsWithSpace } from 'diff'
import type { Field } from '#content/fields.ts'
import { textOfHtml } from '#content/text-of-html.ts'
import { fieldLabel } from '#preview/field-label.ts'
import type { WordChange } from '#preview/panel-data.ts'

/** Facts of documents, blocks and pictures that no page shows. A field of such a name of which the contract says what it holds is none. */
const facts = /(^|\.)(id|type|mime|lastModified|size|width|height)$/

/** Whether a field is something that a page shows; of a picture its address is a field of its own. */
function isShown({ path, kind }: Field): boolean {
  return kind === undefined ? !facts.test(path) : kind !== 'image' && path !== 'updatedAt'
}

/**
 * The words of every field that differs between two versions of a document. Blocks are paired by their id, so that one that moved is
 * not new; paths are those of the draft, or of the published version for what the draft left out.
 */
export function compareWords(published: Field[], draft: Field[], locale: string): WordChange[] {
  const before = fieldsByKey(published)
  const after = fieldsByKey(draft)
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key): WordChange[] => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was?.text === is?.text) return []
    const path = (is ?? was)?.path ?? key
    const words = diffWordsWithSpace(was?.text ?? '', is?.text ?? '', { intlSegmenter: segmenter }).map(
      ({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'kept' }) as const,
    )
    return [{ path, label: fieldLabel(path), words }]
  })
}

function fieldsByKey(fields: Field[]): Map<string, { path: string; text: string }> {
  const ids = new Map(fields.flatMap(({ path, value }) => (path.endsWith('].id') ? [[path.slice(0, -3), value]] : [])))
  return new Map(
    fields.filter(isShown).map(({ path, kind, value }) => {
      const key = path.replace(/^blocks\[\d+\]/, (block) => `block ${ids.get(block) ?? block}`)
      return [key, { path, text: kind === 'html' ? textOfHtml(value) : value }]
    }),
  )
}
