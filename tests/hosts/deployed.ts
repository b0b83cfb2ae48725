import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, ask, placeOf } from './ask.ts'
import type { Profile } from './profiles.ts'
import { startHost } from './start-host.ts'

export type Visit = Answer & { to: string | undefined }

/** An export on a running host. */
export type Deployed = {
  /** The parent of `site/` and `hosts/`. */
  folder: string
  origin: string
  visit: (path: string, asking?: Record<string, string>) => Promise<Visit>
  /** The address of a page on this host, and its other spelling. */
  page: (path: string) => string
  other: (path: string) => string
  close: () => Promise<void>
}

/** Makes an export with `make(folder)`, and starts the server of a host on it. */
export async function deploy({ name, form }: Profile, make: (folder: string) => Promise<void>): Promise<Deployed> {
  const folder = await mkdtemp(join(tmpdir(), `site-host-${name}-`))
  await chmod(folder, 0o755) // a server may run as another user
  await make(folder)
  const work = join(folder, 'work')
  await mkdir(work)
  const { origin, close } = await startHost[name]({ site: join(folder, 'site'), hosts: join(folder, 'hosts'), work })
  return {
    folder,
    origin,
    page: (path) => (form === 'slash' && path !== '/' ? `${path}/` : path),
    other: (path) => (form === 'slash' ? path : `${path}/`),
    visit: async (path, asking) => {
      const answer = await ask(origin, path, asking)
      return { ...answer, to: placeOf(answer.headers.get('location'), origin) }
    },
    close: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
