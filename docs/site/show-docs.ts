import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startDemoService } from '#demo/start-demo-service.ts'
import { readDocMenus, readDocPages } from './doc-pages.ts'

// `npm run docs`: builds the documents as a site and serves it, until interrupted.
const { port } = parseArgs({ options: { port: { type: 'string', default: '4030' } } }).values
const folder = resolve('.site/docs')
await writeContent(join(folder, 'content/en'))
const service = await startDemoService({
  database: ':memory:',
  contentFolder: join(folder, 'content'),
  mediaFolder: resolve('docs/screenshots'),
})
const common = ['--config', 'docs/site/site.config.ts', '--api', service.api]
const places = ['--out', join(folder, 'output'), '--cache', join(folder, 'cache')]
process.on('SIGINT', () => {}) // the command that runs ends by it
try {
  const code = await site('build', ...common, ...places, '--max-warnings', '0')
  process.exitCode = code === 0 ? await site('serve', ...common, ...places, '--port', port) : code
} finally {
  await service.close()
}

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
