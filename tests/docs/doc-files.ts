import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type DocFile = { file: string; text: string }

/** All documents except decisions, which describe the state at the time they were made. */
export async function readDocFiles(): Promise<DocFile[]> {
  const names = [...(await markdownIn('.')), ...(await markdownIn('docs'))]
  return Promise.all(names.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => join(folder, name))
}

export type CodeBlock = {
  file: string
  line: number
  language: string
  code: string
  /** The paragraph before the block. */
  before: string
  /** Position among the blocks of its document. */
  index: number
  /** The index of the block right before this one, if nothing is between them. */
  after?: number
}

/** The fenced blocks of a document. */
export function codeBlocks({ file, text }: DocFile): CodeBlock[] {
  const found = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
  return found.map(({ index: at, 1: language = '', 2: code = '' }, index) => {
    const above = text.slice(0, at)
    const previous = found[index - 1]
    const isAfter = previous !== undefined && text.slice(previous.index + previous[0].length, at).trim() === ''
    const before = above.trimEnd().split('\n\n').at(-1) ?? ''
    return { file, line: above.split('\n').length, language, code, before, index, ...(isAfter && { after: index - 1 }) }
  })
}

/** The inline code of a document. */
export function inlineCode({ text }: DocFile): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

export function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '')
}
