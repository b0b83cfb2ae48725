import type { Field } from '#content/fields.ts'
import { fieldLabel } from '#preview/field-label.ts'

/**
 * Returns what the document has and a translation lacks: fields outside the blocks, blocks by type, alternative texts.
 */
export function translationGaps(own: Field[], theirs: Field[]): string[] {
  const there = new Set(theirs.map(({ path }) => path))
  const isTranslated = ({ kind, path }: Field): boolean =>
    kind !== undefined && kind !== 'alt' && path !== 'updatedAt' && !path.startsWith('blocks[')
  const lacking = own.filter((field) => isTranslated(field) && !there.has(field.path))
  const pictures = theirs.filter(({ kind, alt }) => kind === 'image' && !alt?.trim())
  return [
    ...lacking.map(({ path }) => fieldLabel(path)),
    ...blockGaps(own, theirs),
    ...pictures.map(({ path }) => `${fieldLabel(path)}: alternative text`),
  ]
}

function blockGaps(own: Field[], theirs: Field[]): string[] {
  const counts = new Map<string, number>()
  for (const { value: type } of typesOfBlocks(theirs)) counts.set(type, (counts.get(type) ?? 0) + 1)
  return typesOfBlocks(own).flatMap(({ path, value: type }) => {
    const left = counts.get(type) ?? 0
    counts.set(type, left - 1)
    if (left > 0) return []
    const headline = own.find((one) => one.path === path.replace(/type$/, 'headline'))?.value
    return `Block "${type.replaceAll('_', ' ')}"${headline ? ` (${headline})` : ''}`
  })
}

function typesOfBlocks(fields: Field[]): Field[] {
  return fields.filter(({ path }) => /^blocks\[\d+\]\.type$/.test(path))
}
