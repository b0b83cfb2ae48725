import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallContent, startTestService, type TestService } from '#tests/fixtures/demo-test-service.ts'
import { startDemoService } from './start-demo-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(smallContent)
})
afterAll(() => service.close())

const form = '/api/contact_form_entries?locale=en'
const post = (body: BodyInit, type?: string) =>
  service.ask(form, { method: 'POST', body, headers: type ? { 'content-type': type } : {} })

describe('a request', () => {
  it.each([
    ['broken JSON', '{"a":', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['a JSON list', '[]', 'application/json', 400],
    ['JSON null', 'null', 'application/json', 400],
    ['deeply nested JSON', `{"fullName":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'application/json', 422],
    ['broken multipart', 'nothing', 'multipart/form-data; boundary=x', 400],
    ['multipart without a boundary', 'nothing', 'multipart/form-data', 400],
    ['XML', '<a/>', 'application/xml', 415],
    ['text', 'hello', 'text/plain', 415],
  ])('with %s is refused', async (_what, body, type, status) => {
    const answer = await post(body, type)
    expect(answer.status).toBe(status)
    if (status !== 422) expect(answer.json()).toEqual({ code: status, message: expect.stringMatching(/\.$/) })
  })

  it('cannot set fields through "__proto__" or "constructor"', async () => {
    const body =
      '{"__proto__":{"fullName":"Ada"},"constructor":{"prototype":{}},"consents":{"__proto__":{"dataProcessing":true}},"locale":"__proto__"}'
    const answer = await post(body, 'application/json')
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('"fullName"')
    expect(answer.text).toContain('consents[dataProcessing]')
    expect(({} as Record<string, unknown>).fullName).toBeUndefined()
  })

  it('is 413 if its body exceeds 32 MB, declared or streamed, and does not stop the service', async () => {
    const large = new Uint8Array(33 * 1024 * 1024)
    expect((await post(large, 'application/json')).json()).toMatchObject({ code: 413 })
    expect(await streamedStatus(33)).toBe(413)
    expect((await service.ask('/api/menus?locale=en')).status).toBe(200)
  })

  it('may stream a small body', async () => {
    expect(await streamedStatus(0)).toBe(422)
  })
})

/** Sends `{…}` padded to this many megabytes without a Content-Length. */
function streamedStatus(megabytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.origin}${form}`,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sent.on('error', reject)
    sent.write('{"fullName":"')
    for (let count = 0; count < megabytes; count += 1) sent.write('a'.repeat(1024 * 1024))
    sent.end('"}')
  })
}

/** `fetch` resolves `..` itself, so these paths are sent unchanged. */
function rawStatus(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(service.origin)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

describe('the address', () => {
  it.each([
    '/media/../content/en/menus.yaml',
    '/media/..%2fcontent%2fen%2fmenus.yaml',
    '/media/%2e%2e/content/en/menus.yaml',
    '/media/..%5ccontent%5cen%5cmenus.yaml',
    '/media/pixel.gif%00.png',
    '/media/notes.txt',
    '/media/',
    '/api/pages/..%2f..%2fmenus?locale=en',
    '/api/posts/__proto__?locale=en',
    '/api/posts/%E0%A4%A?locale=en',
    '/api/menus?locale=__proto__',
    '/api/menus?locale=..%2Fen',
    '/api/nothing',
  ])('%s is 404', async (path) => {
    expect(await rawStatus(path)).toBe(404)
  })

  it('of menus is 405 for another method, and names the allowed ones', async () => {
    const answer = await service.ask('/api/menus?locale=en', { method: 'DELETE' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
    expect(answer.json()).toMatchObject({ code: 405 })
  })

  it('of a picture, including SVG, is served with headers that keep it from running scripts', async () => {
    const picture = await service.ask('/media/pixel.gif')
    expect(picture.headers.get('content-type')).toBe('image/gif')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    writeFileSync(join(service.folder, 'media/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    const drawing = await service.ask('/media/logo.svg')
    expect(drawing.headers.get('content-type')).toBe('image/svg+xml')
    expect(drawing.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox/)
  })
})

describe('other origins', () => {
  it('may send the methods and headers of the contract', async () => {
    const answer = await service.ask('/api/cookie_consents/1', {
      method: 'OPTIONS',
      headers: { origin: 'https://www.trasanova.example', 'access-control-request-method': 'PUT' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT')
    for (const name of ['Authorization', 'Accept-Locale', 'Content-Type', 'Idempotency-Key']) {
      expect(answer.headers.get('access-control-allow-headers')).toContain(name)
    }
  })

  it('can read errors too', async () => {
    expect((await service.ask('/api/menus?locale=xx')).headers.get('access-control-allow-origin')).toBe('*')
    expect((await service.ask('/api/nothing')).headers.get('access-control-allow-origin')).toBe('*')
  })
})

it('reports a picture without read permission in one sentence, without a stack', () => {
  const media = join(service.folder, 'media')
  chmodSync(service.folder, 0o755)
  writeFileSync(join(media, 'closed.png'), 'x', { mode: 0 })
  const script = `
    import { startDemoService } from '#demo/start-demo-service.ts'
    const service = await startDemoService({ database: ':memory:', mediaFolder: '${media}' })
    if (process.getuid() === 0) process.setuid(65534)
    console.log(await (await fetch(service.origin + '/media/closed.png')).text())
    await service.close()`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const { code, message } = JSON.parse(stdout)
  expect([code, stderr]).toEqual([500, `${message}\n`])
  expect(message).toMatch(/^".*media\/closed\.png" cannot be read: its permissions forbid it\.$/)
})

describe('the service', () => {
  it('names a port that is in use when it starts', async () => {
    const port = Number(new URL(service.origin).port)
    await expect(startDemoService({ port, database: ':memory:' })).rejects.toThrow(
      `cannot listen on port ${port} of 127.0.0.1`,
    )
  })

  it('names a content folder that does not exist, and a database that cannot be opened', async () => {
    await expect(startDemoService({ database: ':memory:', contentFolder: '/nowhere' })).rejects.toThrow(
      '"/nowhere" does not exist',
    )
    // An intact file has entries of forms, so nobody should be told to delete it.
    await expect(startDemoService({ database: service.folder })).rejects.toThrow(
      'cannot be opened. Check the permissions',
    )
  })

  it('leaves the global Request and Response unchanged, and can be closed twice', async () => {
    const { Request: before } = globalThis
    const other = await startDemoService({ database: ':memory:' })
    await (await fetch(`${other.api}/menus?locale=en`)).text()
    expect(globalThis.Request).toBe(before)
    await Promise.all([other.close(), other.close()])
    await expect(fetch(other.api)).rejects.toThrow()
  })
})
