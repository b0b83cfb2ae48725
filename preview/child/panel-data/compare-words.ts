import { diffWordsWithSpace } from 'diff'
import type { Field } from '#content/fields.ts'
import { textOfHtml } from '#content/text-of-html.ts'
import { fieldLabel } from '#preview/field-label.ts'
import type { WordChange } from '#preview/panel-data.ts'

/**
 * Fields that no page shows and whose meaning the contract does not define. The first pattern is for fields of
 * pictures, the second for fields of anything.
 */
const pictureFact = /^(mime|lastModified|size|width|height)$/
const fact = /^(id|type)$/

/** The time for a comparison grows with the square of the changes. A text with more of them counts as another text. */
const maxEditLength = 1000

/** Whether a page shows a field. The address of a picture is a separate field. */
function isShown({ path, kind }: Field, pictures: Set<string>): boolean {
  if (kind !== undefined) return kind !== 'image' && path !== 'updatedAt'
  const at = path.lastIndexOf('.')
  const name = path.slice(at + 1)
  return !fact.test(name) && !(pictures.has(path.slice(0, at)) && pictureFact.test(name))
}

/**
 * Compares two versions of a document, and returns the words of every field that differs. Blocks are paired by their
 * id, so that a block that moved does not count as new. Paths are those of the draft, or of the published version for
 * fields that the draft does not have. Blocks with ids in `broken` are skipped, because other words are shown instead
 * of them.
 */
export function compareWords(
  published: Field[],
  draft: Field[],
  locale: string,
  broken: ReadonlySet<string> = new Set(),
): WordChange[] {
  const before = fieldsByKey(published, broken)
  const after = fieldsByKey(draft, broken)
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key): WordChange[] => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was?.text === is?.text) return []
    const path = (is ?? was)?.path ?? key
    return [{ path, label: fieldLabel(path), words: wordsBetween(was?.text ?? '', is?.text ?? '', segmenter) }]
  })
}

function wordsBetween(was: string, is: string, intlSegmenter: Intl.Segmenter): WordChange['words'] {
  const changes = diffWordsWithSpace(was, is, { intlSegmenter, maxEditLength }) ?? [
    { value: was, removed: true, added: false },
    { value: is, removed: false, added: true },
  ]
  return changes.flatMap(({ value: text, added, removed }) =>
    text === '' ? [] : [{ text, kind: added ? 'added' : removed ? 'removed' : 'kept' }],
  )
}

const blockAt = /^blocks\[\d+\]/

function fieldsByKey(fields: Field[], broken: ReadonlySet<string>): Map<string, { path: string; text: string }> {
  const ids = new Map(fields.flatMap(({ path, value }) => (path.endsWith('].id') ? [[path.slice(0, -3), value]] : [])))
  const pictures = new Set(fields.flatMap(({ path, kind }) => (kind === 'image' ? path : [])))
  const isBroken = ({ path }: Field): boolean => broken.has(ids.get(blockAt.exec(path)?.[0] ?? '') ?? '')
  const shown = fields.filter((field) => isShown(field, pictures) && !isBroken(field))
  return new Map(
    shown.map(({ path, kind, value }) => {
      const key = path.replace(blockAt, (block) => `block ${ids.get(block) ?? block}`)
      return [key, { path, text: kind === 'html' ? textOfHtml(value) : value }]
    }),
  )
}
