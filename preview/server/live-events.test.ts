import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Target } from '#preview/messages.ts'
import { openLiveEvents } from './live-events.ts'

it('sends another version once the code has changed, so that a panel that lost its stream knows its page is outdated', async () => {
  const events = openLiveEvents(() => {})
  const app = new Hono().get('/', (context) => events.stream(context, undefined))
  const hello = async (): Promise<string | undefined> => {
    const stream = (await app.request('/')).body?.pipeThrough(new TextDecoderStream()).getReader()
    const reported = await stream?.read()
    await stream?.cancel()
    return reported?.value
  }
  const first = await hello()
  expect(first).toMatch(/^event: hello\ndata: \S+\n\n$/)
  expect(await hello()).toBe(first)
  events.send({ what: 'code' })
  expect(await hello()).not.toBe(first)
})

it('sends a change of a page to every panel that shows it, and reports which pages are shown', async () => {
  const shown: (string[] | undefined)[] = []
  const events = openLiveEvents((targets) => shown.push(targets.map(({ id }) => id)))
  const target = (id: string): Target => ({ nodeType: 'article', id, locale: 'en' })
  const app = new Hono().get('/:id', (context) => events.stream(context, target(context.req.param('id'))))
  const open = async (id: string) => {
    const stream = (await app.request(`/${id}`)).body?.pipeThrough(new TextDecoderStream()).getReader()
    await stream?.read() // the `hello` event
    return stream
  }
  const [first, again, other] = [await open('1'), await open('1'), await open('2')]
  expect(shown.at(-1)).toEqual(['1', '2'])
  events.send({ what: 'draft', target: target('1') })
  events.send({ what: 'draft', target: target('2') })
  for (const [stream, id] of [
    [first, '1'],
    [again, '1'],
    [other, '2'],
  ] as const)
    expect((await stream?.read())?.value).toContain(`"id":"${id}"`)
  for (const stream of [first, again, other]) await stream?.cancel()
  await expect.poll(() => shown.at(-1)).toEqual([])
})
