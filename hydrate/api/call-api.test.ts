import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orWithoutToken } from './answer.ts'
import { callApi } from './call-api.ts'

describe('callApi', () => {
  let server: Server
  let url: string
  const listen = async (answer: RequestListener): Promise<void> => {
    server = createServer(answer)
    await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  }
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'de' } })
    vi.stubGlobal('localStorage', { getItem: () => 'good-token' })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })

  it('sends the accepted types, the language and the token', async () => {
    await listen(({ headers, method }, response) => response.end(JSON.stringify({ ...headers, method })))
    const asked = await callApi(url)
    expect(asked.body).toMatchObject({
      method: 'GET',
      accept: 'application/ld+json, application/json;q=0.9',
      'accept-locale': 'de',
      authorization: 'Bearer good-token',
    })
    const stored = await callApi(url, { method: 'PUT', json: {}, key: 'once' })
    expect(stored.body).toMatchObject({
      method: 'PUT',
      'content-type': 'application/json',
      'idempotency-key': 'once',
    })
  })

  it.each<[of: string, answer: RequestListener]>([
    ['no answer', () => {}],
    ['an incomplete answer', (_, response) => response.write('{"id":')],
  ])('fails after 15 s with %s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = Promise.withResolvers<void>()
    await listen((request, response) => {
      answer(request, response)
      asked.resolve()
    })
    let isOver = false
    const call = callApi(url).finally(() => {
      isOver = true
    })
    await asked.promise
    await vi.advanceTimersByTimeAsync(14_900)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(await call).toEqual({ isGood: false, status: 0, body: undefined })
  })

  it('is repeated once without the token if the service refuses it', async () => {
    let token: string | undefined = 'stale'
    vi.stubGlobal('localStorage', {
      getItem: () => token,
      removeItem: () => {
        token = undefined
      },
    })
    const asked: (string | undefined)[] = []
    await listen(({ headers, url }, response) => {
      asked.push(headers.authorization)
      const isRefused = headers.authorization || url === '/api/private'
      response.writeHead(isRefused ? 401 : 200).end('{}')
    })
    expect(await orWithoutToken(() => callApi(url))).toMatchObject({ isGood: true })
    expect(await orWithoutToken(() => callApi(`${url}/private`))).toMatchObject({ status: 401 })
    expect(asked).toEqual(['Bearer stale', ...Array(3).fill(undefined)])
  })

  it('that is refused clears its token, but not the token of a visitor who has logged in since', async () => {
    const removeItem = vi.fn()
    let token = 'stale'
    vi.stubGlobal('localStorage', { getItem: () => token, removeItem })
    await listen((_, response) => {
      token = 'fresh'
      response.writeHead(401).end()
    })
    expect(await callApi(url)).toMatchObject({ status: 401 })
    expect(removeItem).not.toHaveBeenCalled()
    expect(await callApi(url)).toMatchObject({ status: 401 })
    expect(removeItem).toHaveBeenCalledOnce()
  })

  it('fails without an answer, and throws only if it is aborted', async () => {
    await listen((_, response) => response.destroy())
    expect(await callApi(url)).toEqual({ isGood: false, status: 0, body: undefined })
    await expect(callApi(url, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    const calledOff = new AbortController()
    const call = callApi(url, { signal: calledOff.signal })
    calledOff.abort()
    await expect(call).rejects.toThrow('aborted')
  })
})
