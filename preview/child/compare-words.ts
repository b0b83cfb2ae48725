import { diffWordsWithSpace } from 'diff'
import { fieldLabel } from '#preview/field-label.ts'
import type { WordChange } from '#preview/panel-data.ts'
import { isRichText, plainFields, textOfHtml } from './plain-fields.ts'

/** Fields that hold no words of a page. */
const wordless = /(^|\.)(id|type|mime|lastModified|size|width|height|updatedAt)$/

/**
 * The words of every field that differs between two versions of a document. Blocks are paired by their id, so that one that moved is
 * not new; paths are those of the draft, or of the published version for what the draft left out.
 */
export function compareWords(published: object | undefined, draft: object, locale: string): WordChange[] {
  const before = fieldsByKey(published ?? {})
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

function fieldsByKey(document: object): Map<string, { path: string; text: string }> {
  const { blocks = [] } = document as { blocks?: { id?: string }[] }
  const fields = plainFields(document).filter(({ path }) => !wordless.test(path))
  return new Map(
    fields.map(({ path, value }) => {
      const key = path.replace(/^blocks\[(\d+)\]/, (whole, at) => `block ${blocks[Number(at)]?.id ?? whole}`)
      return [key, { path, text: isRichText(path) ? textOfHtml(value) : value }]
    }),
  )
}
