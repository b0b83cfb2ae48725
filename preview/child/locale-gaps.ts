import { fieldLabel } from '#preview/field-label.ts'
import { plainFields } from './plain-fields.ts'

type Block = { type: string; headline?: string | undefined }
const compared =
  /^(seoTitle|seoDescription|seoImageSrc|lead|author|theme\.(title|subtitle|description|backgroundImage\.url))$/

/** What a translation lacks that the document has: fields for search and the banner, blocks by type, alternative texts. */
export function localeGaps(document: object, translation: object): string[] {
  const own = new Set(namesOf(document))
  const theirs = new Set(namesOf(translation))
  const fields = [...own].filter((path) => !theirs.has(path)).map(fieldLabel)
  return [...fields, ...blockGaps(blocksOf(document), blocksOf(translation)), ...altGaps(translation)]
}

function namesOf(document: object): string[] {
  return plainFields(document).flatMap(({ path }) => (compared.test(path) ? path : []))
}

function blocksOf(document: object): Block[] {
  return (document as { blocks?: Block[] }).blocks ?? []
}

function blockGaps(own: Block[], theirs: Block[]): string[] {
  const counts = new Map<string, number>()
  for (const { type } of theirs) counts.set(type, (counts.get(type) ?? 0) + 1)
  return own.flatMap(({ type, headline }) => {
    const left = counts.get(type) ?? 0
    counts.set(type, left - 1)
    if (left > 0) return []
    return `Block "${type.replaceAll('_', ' ')}"${headline ? ` (${headline})` : ''}`
  })
}

function altGaps(document: object): string[] {
  return picturesOf(document).flatMap(({ path, alt }) => (alt?.trim() ? [] : `${fieldLabel(path)}: alternative text`))
}

export type PictureField = { path: string; url: string; alt?: string }

/** Every picture of a document, those in rich text aside. */
export function picturesOf(value: unknown, path = ''): PictureField[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => picturesOf(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  const { url, alt } = value as { url?: unknown; alt?: unknown }
  const isPicture =
    typeof url === 'string' && /(^|\.)(image|backgroundImage|teaserImage|photo|logo|images\[\d+\])$/.test(path)
  if (isPicture) return [{ path, url, ...(typeof alt === 'string' && { alt }) }]
  return Object.entries(value).flatMap(([name, inner]) => picturesOf(inner, path ? `${path}.${name}` : name))
}
