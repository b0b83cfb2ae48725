import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Target } from '#preview/messages.ts'
import type { LiveEvent } from '#preview/panel-data.ts'

/** Notifies open panels of changes through server-sent events. */
export type LiveEvents = {
  /** Opens the stream of one panel. `target` is the page that it shows, if it shows a page. */
  stream(context: Context, target: Target | undefined): Response
  /** Sends an event to the panels that show its target. An event without a target goes to all panels. */
  send(event: LiveEvent): void
  close(): void
}

type Listener = { target: Target | undefined; send: (event: LiveEvent) => void; end: () => void }

const heartbeatMs = 15_000

/**
 * Opens the streams. `onTargets` is called with the pages that panels show, whenever a panel connects or disconnects.
 */
export function openLiveEvents(onTargets: (targets: Target[]) => void): LiveEvents {
  const listeners = new Set<Listener>()
  /** Why the last change of code is not shown. Undefined once a change is shown. */
  let trouble: LiveEvent | undefined
  /**
   * The version of the code that renders the pages. If a panel receives a different version than before, its page is
   * outdated.
   */
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
          send: (event) => void stream.writeSSE({ event: 'change', data: JSON.stringify(event) }),
          end: ended.resolve,
        }
        const beat = setInterval(() => void stream.writeSSE({ event: 'beat', data: '' }), heartbeatMs)
        stream.onAbort(ended.resolve)
        listeners.add(listener)
        onTargets(targets())
        await stream.writeSSE({ event: 'hello', data: code })
        if (trouble) listener.send(trouble)
        await ended.promise
        clearInterval(beat)
        listeners.delete(listener)
        onTargets(targets())
      }),
    send(event) {
      if (event.what === 'trouble') trouble = event
      if (event.what === 'code') {
        trouble = undefined
        code = randomUUID()
      }
      const wanted = 'target' in event ? JSON.stringify(event.target) : undefined
      for (const listener of listeners) {
        if (wanted === undefined || JSON.stringify(listener.target) === wanted) listener.send(event)
      }
    },
    close() {
      for (const { end } of listeners) end()
    },
  }
}
