import { UsageError } from '#content/finding.ts'
import type { Shard } from './shard-places.ts'

/**
 * Which shard this process is: from the option (`2/8`), or from the variables of GitLab (`CI_NODE_INDEX`,
 * `CI_NODE_TOTAL`, from 1) or of a Kubernetes Indexed Job (`JOB_COMPLETION_INDEX`, from 0, with the number of shards in
 * `SITE_SHARDS`). Empty variables are ignored. Throws a `UsageError` if no shard is given, or if GitLab and Kubernetes
 * give different shards.
 */
export function parseShard(shardOption: string | undefined, env: NodeJS.ProcessEnv): Shard {
  if (shardOption !== undefined) return shardOf(`"${shardOption}"`, shardOption.split('/'), 0)
  const { CI_NODE_INDEX, CI_NODE_TOTAL, JOB_COMPLETION_INDEX, SITE_SHARDS } = env
  const ofJob = `JOB_COMPLETION_INDEX=${JOB_COMPLETION_INDEX} with SITE_SHARDS=${SITE_SHARDS ?? ''}`
  const ofGitLab = `CI_NODE_INDEX=${CI_NODE_INDEX} with CI_NODE_TOTAL=${CI_NODE_TOTAL ?? ''}`
  const shardsOfEnvironment = [
    ...(JOB_COMPLETION_INDEX ? [shardOf(ofJob, [JOB_COMPLETION_INDEX, SITE_SHARDS], 1)] : []),
    ...(CI_NODE_INDEX ? [shardOf(ofGitLab, [CI_NODE_INDEX, CI_NODE_TOTAL], 0)] : []),
  ]
  const [shard, other = shard] = shardsOfEnvironment
  if (!shard || !other) throw new UsageError('No shard is given.', { hint: 'Pass --shard 1/4, or set SITE_SHARD=1/4.' })
  if (shard.index === other.index && shard.count === other.count) return shard
  throw new UsageError(`${ofJob} and ${ofGitLab} name different shards.`, { hint: 'Set SITE_SHARD=1/4 to choose one.' })
}

function shardOf(source: string, [first = '', second = '', more]: (string | undefined)[], offset: number): Shard {
  const [index, count] = [first, second].map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN))
  const shard = { index: (index ?? 0) + offset, count: count ?? 0 }
  if (more === undefined && shard.index >= 1 && shard.index <= shard.count) return shard
  throw new UsageError(`${source} does not name a shard.`, {
    hint: `Name a shard by its number and the number of shards, at most 9999. For example, 2/8 is the second of eight.`,
  })
}
