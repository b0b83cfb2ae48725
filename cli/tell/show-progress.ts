import type { Progress } from '#renderer/build/build-job.ts'

const stageNames: Record<string, string> = {
  crawl: 'Reading content',
  plan: 'Planning addresses',
  bundle: 'Bundling styles',
  pictures: 'Reading pictures',
  compare: 'Comparing pages',
  render: 'Rendering pages',
  encode: 'Encoding pictures',
  publish: 'Publishing',
  part: 'Writing the part',
  verify: 'Verifying pages',
}

/**
 * `stop` ends the current stage, as done or as cut short. A stage that is still running when the command ends was cut
 * short.
 */
export type ShownProgress = Progress & Disposable & { stop: (isWhole: boolean) => void }

/** CI systems end a job that prints nothing for some minutes. */
const quietMs = 60_000

/**
 * Shows progress to people. A terminal gets one line, redrawn with counts and rate. Any other stream gets a line for
 * each finished stage, and a line a minute for a stage that is still running.
 */
export async function showProgress(stream: NodeJS.WriteStream): Promise<ShownProgress> {
  // a terminal without a width cannot be redrawn
  const isLive = stream.isTTY === true && stream.columns > 0 && !process.env.CI
  const spinner = isLive ? (await import('ora')).default({ stream, discardStdin: false }) : undefined
  let stage: { label: string; from: number; printedAt: number; count: string } | undefined

  const close = (isWhole: boolean): void => {
    if (!stage) return
    const line = `${stage.label}${stage.count} in ${((performance.now() - stage.from) / 1000).toFixed(2)} s`
    if (spinner) isWhole ? spinner.succeed(line) : spinner.fail(line)
    else stream.write(`${isWhole ? '' : 'stopped: '}${line}\n`)
    stage = undefined
  }

  return {
    onStage(name) {
      close(true)
      const from = performance.now()
      stage = { label: stageNames[name] ?? name, from, printedAt: from, count: '' }
      spinner?.start(stage.label)
    },
    onCount(done, total) {
      if (!stage) return
      const now = performance.now()
      const rate = Math.round((done * 1000) / Math.max(1, now - stage.from))
      stage.count = `: ${done} (${rate} a second)`
      const soFar = `${stage.label}: ${done} of ${total} (${rate} a second)`
      if (spinner) spinner.text = soFar
      else if (now - stage.printedAt >= quietMs) {
        stream.write(`${soFar} …\n`)
        stage.printedAt = now
      }
    },
    onNote(sentence) {
      if (!spinner) stream.write(`${sentence}\n`)
      else spinner.stopAndPersist({ symbol: '…', text: sentence }).start(stage?.label)
    },
    stop: close,
    [Symbol.dispose]: () => close(false),
  }
}
