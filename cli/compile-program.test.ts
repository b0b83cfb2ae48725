import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import { readCode, takeCompiledGraph } from '#renderer/sources/read-code.ts'
import { compileProgram } from './compile-program.js'

const toolRoot = resolve('.')
let folder: string
let modules: string
let program: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-modules-'))
  program = await compileProgram({ toolRoot, siteRoot: toolRoot, folders: [folder], markOf: () => '' })
  modules = join(dirname(program), 'modules.json')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An empty site. Each test makes a new one, because the result for a site is cached. */
const newSite = () => mkdtemp(join(folder, 'site-'))

/** Writes the same record without the module of the head of pages, which shows whether the record is used. */
async function withoutHead(): Promise<string> {
  const { graph, ...compiled } = JSON.parse(await readFile(modules, 'utf8'))
  const others = Object.entries(graph).filter(([module]) => module !== head)
  const file = join(folder, 'without-head.json')
  await writeFile(file, JSON.stringify({ ...compiled, graph: Object.fromEntries(others) }))
  return file
}
const head = 'renderer/page/head.tsx'
const hasHead = async (siteRoot: string): Promise<boolean> => {
  const { code } = await readCode({ toolRoot, siteRoot }, openSourceChecksums(toolRoot))
  return [...code.digests.values()].some((digests) => head in digests)
}

describe("the record of a compiled program's modules", () => {
  test('contains the same facts about the code as its sources', async () => {
    takeCompiledGraph('')
    const read = await readCode({ toolRoot, siteRoot: await newSite() }, openSourceChecksums(toolRoot))
    takeCompiledGraph(modules)
    const taken = await readCode({ toolRoot, siteRoot: await newSite() }, openSourceChecksums(toolRoot))
    expect(taken.answering).toEqual(read.answering)
    expect(taken.code).toEqual(read.code)
  })

  test('is used instead of reading the sources, unless the site has other blocks or the record is gone', async () => {
    takeCompiledGraph(await withoutHead())
    expect(await hasHead(await newSite())).toBe(false)
    const withBlock = await newSite()
    await mkdir(join(withBlock, 'blocks/stamp'), { recursive: true })
    await writeFile(join(withBlock, 'blocks/stamp/schema.ts'), 'export const schema = {}\n')
    await writeFile(join(withBlock, 'blocks/stamp/stamp.tsx'), 'export function Stamp() {\n  return null\n}\n')
    expect(await hasHead(withBlock)).toBe(true)
    takeCompiledGraph(join(folder, 'gone.json'))
    expect(await hasHead(await newSite())).toBe(true)
  })
})

test('A program loads sharp in one place, because a second copy would reset memory and threads for both', async () => {
  const text = await readFile(program, 'utf8')
  const ways = new Set(text.match(/\b(?:require|import)\("sharp"\)/g))
  expect([...ways]).toEqual(['require("sharp")'])
})
