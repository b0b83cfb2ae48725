import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readDocMenus, readDocPages } from './doc-pages.ts'

// `npm run docs`: builds the documents as a site and serves it, until interrupted.
const { port } = parseArgs({ options: { port: { type: 'string', default: '4030' } } }).values
const folder = resolve('.site/docs')
await rm(join(folder, 'media'), { recursive: true, force: true })
for (const name of ['site.config.ts', 'tokens.css', 'brand'])
  await cp(join('docs/site', name), join(folder, name), { recursive: true })
await cp('docs/screenshots', join(folder, 'media'), { recursive: true })
await writeContent(join(folder, 'content/en'))
const at = (name: string): string => join(folder, name)
const places = ['--config', at('site.config.ts'), '--out', at('output'), '--cache', at('.site')]
process.on('SIGINT', () => {}) // the command that runs ends by it
const code = await site('build', ...places, '--max-warnings', '0')
process.exitCode = code === 0 ? await site('serve', ...places, '--port', port) : code

async function site(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['cli/site.js', ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code ?? 130
}

/** The documents as content that the service over files reads. */
async function writeContent(to: string): Promise<void> {
  const [pages, menus] = await Promise.all([readDocPages(), readDocMenus()])
  await rm(to, { recursive: true, force: true })
  await mkdir(join(to, 'pages'), { recursive: true })
  const write = (file: string, value: unknown): Promise<void> => writeFile(join(to, file), JSON.stringify(value)) // JSON is YAML
  await write(
    'nodes.yaml',
    pages.map(({ slug, title }, id) => ({
      nodeType: slug === '/' ? 'root' : 'article',
      action: slug === '/' ? 'index' : 'show',
      slug,
      nodeReference: id + 1,
      crumbs: slug === '/' ? [] : [{ name: title, slug }],
    })),
  )
  await write(
    'menus.yaml',
    menus.map(({ name, children }, at) => ({
      id: (at + 1) * 100,
      name,
      url: children[0]?.slug ?? '/',
      group: 'main',
      children: children.map((child, index) => ({
        id: (at + 1) * 100 + index + 1,
        name: child.name,
        url: child.slug,
        description: child.description,
      })),
    })),
  )
  for (const [id, { title, html }] of pages.entries()) {
    await write(`pages/${id + 1}.yaml`, { id: id + 1, title, blocks: [{ id: 1, type: 'text', html }] })
  }
}
