import { expect, it } from 'vitest'
import { textStream } from '#tests/text-stream.ts'
import { showProgress } from './show-progress.ts'

it('writes a plain line for each stage where there is no terminal', async () => {
  const { stream, text } = textStream()
  const progress = await showProgress(stream)
  progress.stop(true) // nothing has begun
  progress.onStage('crawl')
  progress.onCount(3, 7)
  progress.onNote?.('The service is ill.')
  progress.onStage('other')
  progress.stop(false)
  progress[Symbol.dispose]() // told already
  expect(text()).toMatch(
    /^The service is ill\.\nReading content: 3 \(\d+ a second\) in \d+\.\d\d s\nstopped: other: in \d+\.\d\d s\n$/,
  )
})
