import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Target } from '#preview/messages.ts'
import type { LiveEvent } from '#preview/panel-data.ts'

/** Tells open panels of changes, by server-sent events. */
export type LiveEvents = {
  /** The stream of one panel; `target` is what it shows, when it shows a page. */
  stream(context: Context, target: Target | undefined): Response
  /** Tells an event to the panels that show its target; an event without a target to all. */
  tell(event: LiveEvent): void
  close(): void
}

type Listener = { target: Target | undefined; tell: (event: LiveEvent) => void; end: () => void }

const heartbeatMs = 15_000

/** Opens the streams. `onTargets` is called whenever the pages that panels show are others. */
export function openLiveEvents(onTargets: (targets: Target[]) => void): LiveEvents {
  const listeners = new Set<Listener>()
  /** Why the last change of code is not shown; `undefined` once a change is shown. */
  let trouble: LiveEvent | undefined
  /** Version of the code that renders the pages. A panel that is told another version shows an outdated page. */
  let code = randomUUID()
  const targets = (): Target[] => {
    const shown = [...listeners].flatMap(({ target }) => target ?? [])
    return [...new Map(shown.map((target) => [JSON.stringify(target), target])).values()]
  }
  return {
    stream: (context, target) =>
      streamSSE(context, async (stream) => {
        const ended = Promise.withResolvers<void>()
        const listener: Listener = {
          target,
          tell: (event) => void stream.writeSSE({ event: 'change', data: JSON.stringify(event) }),
          end: ended.resolve,
        }
        const beat = setInterval(() => void stream.writeSSE({ event: 'beat', data: '' }), heartbeatMs)
        stream.onAbort(ended.resolve)
        listeners.add(listener)
        onTargets(targets())
        await stream.writeSSE({ event: 'hello', data: code })
        if (trouble) listener.tell(trouble)
        await ended.promise
        clearInterval(beat)
        listeners.delete(listener)
        onTargets(targets())
      }),
    tell(event) {
      if (event.what === 'trouble') trouble = event
      if (event.what === 'code') {
        trouble = undefined
        code = randomUUID()
      }
      const wanted = 'target' in event ? JSON.stringify(event.target) : undefined
      for (const listener of listeners) {
        if (wanted === undefined || JSON.stringify(listener.target) === wanted) listener.tell(event)
      }
    },
    close() {
      for (const { end } of listeners) end()
    },
  }
}
