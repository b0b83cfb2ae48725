import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type DocFile = { file: string; text: string }

/** What people read of the project, decisions aside: they tell what was thought when they were made. */
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
}

/** The fenced blocks of a document. */
export function codeBlocks({ file, text }: DocFile): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = '', 2: code = '' }) => {
    const above = text.slice(0, index)
    return { file, line: above.split('\n').length, language, code, before: above.trimEnd().split('\n\n').at(-1) ?? '' }
  })
}

/** What stands as code inside the sentences of a document. */
export function inlineCode({ text }: DocFile): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

export function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '')
}
