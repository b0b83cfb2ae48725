import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { xmlProblems } from '#tests/fixtures/validate-xml.ts'
import { faultsOf, faultsOfCopy, type Vocabulary } from './judge-page.ts'

/** All faults in the files of an export, with file names. `pages` is the number of checked pages. */
export async function judgeExport(folder: string, known: Vocabulary): Promise<{ pages: number; faults: string[] }> {
  const faults: string[] = []
  let pages = 0
  for (const file of await filesIn(folder)) {
    const bytes = await readFile(join(folder, file))
    const isPage = file.startsWith('site/') && file.endsWith('.html')
    if (isPage) pages += 1
    faults.push(...faultsOfFile(file, bytes, known).map((fault) => `${file.slice(0, 100)}: ${fault}`))
  }
  return { pages, faults }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

function faultsOfFile(file: string, bytes: Buffer, known: Vocabulary): string[] {
  if (!/\.(html|xml|json|webmanifest|svg|txt|conf|htaccess|toml)$|_(headers|redirects)$/.test(file)) return []
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ['no UTF-8']
  }
  if (file.endsWith('.html')) {
    const isPage = file.startsWith('site/') // hosts have their own pages
    return isPage ? [...faultsOf(text, known), ...faultsOfCopy(text, known)] : []
  }
  if (file.endsWith('.xml')) {
    const problems = xmlProblems(text, file.endsWith('feed.xml') ? 'atom' : 'sitemap')
    return problems ? [problems.slice(0, 500)] : []
  }
  if (/\.(json|webmanifest)$/.test(file)) return jsonFaults(text)
  if (file.endsWith('.svg'))
    return /<script|\son\w+\s*=|javascript:|<foreignObject/i.test(text) ? ['an SVG that runs'] : []
  return []
}

function jsonFaults(text: string): string[] {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    return [String(error)]
  }
}
