import { errorText, hintOf, SiteError, UsageError } from '#content/finding.ts'
import { causesOf } from '#content/wording/causes-of.ts'
import { faultPlace, keepSourceMap, sourceStack } from '#content/wording/fault-place.ts'
import type { Call, Notice, Order } from '#preview/messages.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { endWithParent } from './end-with-parent.ts'
import { machineFailure } from './error-answer.ts'
import { openRenderer, type Renderer } from './open-renderer.ts'

// The process that renders. The server of the preview starts it and exchanges messages with it over the channel that
// Node provides.

let renderer: Promise<Renderer> | undefined

function send(notice: Notice): void {
  // a failure to send is ignored: `disconnect` reports that the server is gone
  process.send?.(notice, undefined, undefined, () => {})
}

async function handleOrder(order: Order): Promise<void> {
  if (order.type === 'map') return keepSourceMap(order.bundle, order.map)
  if (order.type === 'open') {
    renderer = openRenderer(order.job, order.snapshot, (change) => send({ type: 'changed', change }))
    const { apiBase, locales } = await renderer
    return send({ type: 'ready', site: { apiBase, locales } })
  }
  const opened = await renderer
  if (!opened) throw new Error('The renderer was asked before it was opened.')
  if (order.type === 'watch') return opened.watch(order.targets)
  // If a call fails, the earlier state stays, such as the old styles and texts.
  const result = await answerTo(order, opened).then(
    (value) => ({ value }),
    (error) => ({ failure: errorText(error) }),
  )
  send({ type: 'done', id: order.id, ...result })
}

async function answerTo(call: Call, { ask, renew, snapshot }: Renderer): Promise<unknown> {
  if (call.type === 'ask') return ask(call.question)
  return call.type === 'renew' ? renew() : snapshot()
}

process.on('message', (order: Order) => {
  handleOrder(order).catch((error: unknown) => {
    const [text = '', ...causes] = causesOf(error)
    const because = causes.length > 0 ? ` (${causes.join(' ← ')})` : ''
    const isUsage = error instanceof UsageError
    const isOurs = isUsage || error instanceof SiteError || !(error instanceof Error)
    const fault = machineFailure(error)
    const place = isOurs ? undefined : faultPlace(error, { but: toolRoot })
    const hint = hintOf(error) ?? fault?.hint ?? (place && `The error is in ${place}. Fix it there.`)
    const summary = fault?.message ?? (isOurs || place ? text : sourceStack(error))
    send({ type: 'failed', message: `${summary}${because}`, isUsage, ...(hint && { hint }) })
  })
})
endWithParent()
