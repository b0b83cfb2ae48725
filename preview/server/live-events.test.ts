import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { openLiveEvents } from './live-events.ts'

it('gives the code another name when it was changed, by which a panel that lost its stream knows that its page is old', async () => {
  const events = openLiveEvents(() => {})
  const app = new Hono().get('/', (context) => events.stream(context, undefined))
  const hello = async (): Promise<string | undefined> => {
    const stream = (await app.request('/')).body?.pipeThrough(new TextDecoderStream()).getReader()
    const told = await stream?.read()
    await stream?.cancel()
    return told?.value
  }
  const first = await hello()
  expect(first).toMatch(/^event: hello\ndata: \S+\n\n$/)
  expect(await hello()).toBe(first)
  events.tell({ what: 'code' })
  expect(await hello()).not.toBe(first)
})
