import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The tool, installed from its packed tarball into an empty folder. */
export type InstalledTool = { folder: string; tarball: string; remove: () => Promise<void> }

/**
 * Packs the tool and installs it. `byNpm` installs it with its packages from the registry, and with the Node version of
 * `node`. Otherwise it needs no network: it unpacks the tarball where npm would, and links the packages of the
 * checkout.
 */
export async function installTool({ byNpm, node }: { byNpm: boolean; node?: string }): Promise<InstalledTool> {
  const outer = await mkdtemp(join(tmpdir(), 'site-own-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', outer])
  const [name = ''] = stdout.match(/site-[\d.]+\.tgz/) ?? []
  const tarball = join(outer, name)
  const folder = join(outer, 'blue-heron')
  await mkdir(folder)
  if (byNpm) {
    const packages = [tarball, ...(node === undefined ? [] : [`node@${node}`])]
    await run('npm', ['install', ...packages, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder })
  } else await unpack(tarball, folder)
  return { folder, tarball, remove: () => rm(outer, { recursive: true, force: true, maxRetries: 5 }) }
}

async function unpack(tarball: string, folder: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, 'site'), { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', join(packages, 'site'), '--strip-components=1'])
  const names = (await readdir('node_modules')).filter((name) => !name.startsWith('.'))
  await Promise.all(names.map((name) => symlink(resolve('node_modules', name), join(packages, name))))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { site: `file:${tarball}` } }))
}

/** Files of a folder by path, without those of packages. */
export async function textsIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}
