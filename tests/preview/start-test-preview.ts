import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startDemoService } from '#demo/start-demo-service.ts'
import { startRenderers } from '#preview/server/renderers.ts'
import { startPreview } from '#preview/server/start-preview.ts'

export type TestPreview = {
  origin: string
  api: string
  /** Folder with a copy of the demo content, which a test may change. */
  content: string
  /** Everything that is kept between runs. */
  cache: string
  /** Problems that the preview reported. */
  troubles: string[]
  /** Writes a file of the content, as YAML. JSON is YAML too. */
  write(file: string, value: unknown): void
  remove(file: string): void
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; text: string; headers: Headers }>
  json<T>(path: string): Promise<T>
  close(): Promise<void>
}

export type TestPreviewOptions = {
  /** The token of the preview. */
  token?: string
  /** Address of another service than the demo's. */
  api?: string
  /** By default `off`. */
  images?: 'on' | 'off'
}

/** A preview of the demo site over a copy of its content, with its own service. */
export async function startTestPreview({
  token = 'demo-token',
  api,
  images = 'off',
}: TestPreviewOptions = {}): Promise<TestPreview> {
  const folder = mkdtempSync(join(tmpdir(), 'site-preview-'))
  const content = join(folder, 'content')
  cpSync('demo/content', content, { recursive: true })
  const service = await startDemoService({ database: ':memory:', contentFolder: content })
  const cache = join(folder, 'cache')
  const troubles: string[] = []
  const renderers = startRenderers({ cache, config: resolve('site.config.ts') })
  const preview = await startPreview({
    job: { config: resolve('site.config.ts'), api: api ?? service.api, cache, images, token },
    port: 0,
    renderers,
    onTrouble: (message) => void troubles.push(message),
  })
  const get: TestPreview['get'] = async (path, headers) => {
    const response = await fetch(`${preview.origin}${path}`, { redirect: 'manual', ...(headers && { headers }) })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  return {
    origin: preview.origin,
    api: service.api,
    content,
    cache,
    troubles,
    get,
    json: async (path) => JSON.parse((await get(path)).text),
    write: (file, value) =>
      writeFileSync(join(content, file), typeof value === 'string' ? value : JSON.stringify(value)),
    remove: (file) => rmSync(join(content, file), { force: true }),
    async close() {
      await preview.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) // a stopped process may still be writing
    },
  }
}
