import type { BuildJob } from '#renderer/build/build-job.ts'
import { buildSite } from '#renderer/build-site.ts'

// Runs in a copy of the project. Builds every job that its parent sends, and returns the report.
process.on('message', async (job: BuildJob) => {
  try {
    process.send?.({ report: await buildSite(job) })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) })
  }
})

process.on('disconnect', () => process.exit())
