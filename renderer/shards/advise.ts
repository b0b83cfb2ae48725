import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { nonBlocking } from '#publish/non-blocking.ts'

/** How many seconds a build is expected to take with each number of shards. */
export type Advice = {
  wishedSeconds: number
  /** Stages that only one machine can do: those of plan and merge. */
  serial: { name: string; seconds: number }[]
  /** Stages that shards share. */
  shared: { name: string; seconds: number }[]
  rows: { shards: number; seconds: number }[]
  /** The smallest number of shards that is fast enough. Undefined if even the largest is not. */
  enough: number | undefined
}

const sharedStages = new Set(['render', 'encode'])
const counts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
/** The time that every shard needs before its first page, to start and to read the plan file. */
const startSeconds = 1.5
/**
 * If no number of shards is enough, the table ends with the first row that takes more
 * than this share of the time of the row before.
 */
const noticeableShare = 0.95

const sumOf = (stages: { seconds: number }[]): number => stages.reduce((all, { seconds }) => all + seconds, 0)

const reportSchema = z.object({
  isPublished: z.literal(true),
  pages: z.object({ total: z.number(), rendered: z.number() }),
  stages: z.array(z.object({ name: z.string(), ms: z.number() })),
})

/**
 * How many shards are needed to build in the wished time, judged by the stages of the last whole build into a folder
 * (its `report.json`).
 */
export function advise({ out }: { out: string }, wishedSeconds: number): Advice {
  if (!(wishedSeconds > 0)) throw new UsageError('"--advise" takes a number of seconds, as in --advise 60.')
  const stages = readStages(join(out, 'report.json'))
  const stagesOf = (isShared: boolean) =>
    stages
      .filter(({ name }) => sharedStages.has(name) === isShared)
      .map(({ name, ms }) => ({ name, seconds: ms / 1000 }))
  const [serial, shared] = [stagesOf(false), stagesOf(true)]
  const timeOf = (shards: number): number => sumOf(serial) + startSeconds + sumOf(shared) / shards
  const rows = counts.map((shards) => ({ shards, seconds: timeOf(shards) }))
  const enough = rows.find(({ seconds }) => seconds <= wishedSeconds)?.shards
  return { wishedSeconds, serial, shared, rows, enough }
}

function readStages(file: string): { name: string; ms: number }[] {
  const { pages, stages } = readReport(file)
  if (pages.rendered === pages.total) return stages
  throw new UsageError(
    `The build of "${file}" rendered ${pages.rendered} of ${pages.total} pages, so its times say nothing about a whole build.`,
    {
      hint: 'Build once with --force, and run the command again.',
    },
  )
}

function readReport(file: string): z.output<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, { encoding: 'utf8', flag: nonBlocking })))
  } catch (cause) {
    throw new UsageError(`"${file}" is not the report of a published build.`, {
      hint: 'Build the whole site once, or pass the folder of its export with --export.',
      cause,
    })
  }
}

export function printAdvice({ wishedSeconds, serial, shared, rows, enough }: Advice): string {
  const seconds = (value: number): string => `${value.toFixed(1).padStart(8)} s`
  const helps = (row: { seconds: number }, at: number): boolean =>
    row.seconds < noticeableShare * (rows[at - 1]?.seconds ?? 0)
  const last = enough === undefined ? rows.findLastIndex(helps) : rows.findIndex(({ shards }) => shards === enough)
  const shown = rows.slice(0, last + 2)
  const list = (parts: { name: string; seconds: number }[]): string =>
    parts.map(({ name, seconds: one }) => `${name} ${one.toFixed(1)} s`).join(', ')
  return [
    `One machine does alone: ${list(serial)}. In total ${sumOf(serial).toFixed(1)} s, which more shards do not reduce.`,
    `Shards share: ${list(shared)}. Each shard takes about ${startSeconds} s to start.`,
    '',
    'shards       time',
    ...shown.map(
      (row) => `${String(row.shards).padStart(6)}${seconds(row.seconds)}${row.shards === enough ? '  <- enough' : ''}`,
    ),
    '',
    enough === undefined
      ? `No number of shards builds it in ${wishedSeconds} s.`
      : `${enough} ${enough === 1 ? 'shard builds' : 'shards build'} it in ${wishedSeconds} s.`,
    '',
  ].join('\n')
}
