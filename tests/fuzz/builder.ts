import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'

/** A process that builds one job after the other with one engine. */
export type Builder = { build: (job: BuildJob) => Promise<Report>; close: () => void }

export function openBuilder(): Builder {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = fork('tests/incremental/serve-builds.ts', { execArgv: ['--import', 'tsx'], env })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process that builds ended with ${code ?? signal}.`)
  })
  ended.catch(() => {}) // reported to callers of `build`
  return {
    async build(job) {
      child.send(job)
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [{ report?: Report; error?: string }]
      if (!answer.report) throw new Error(answer.error)
      return answer.report
    },
    close: () => child.kill(),
  }
}
