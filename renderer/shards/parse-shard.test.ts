import { expect, it } from 'vitest'
import { parseShard } from './parse-shard.ts'

it.each([
  ['1/1', {}, { index: 1, count: 1 }],
  ['2/8', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' }, { index: 2, count: 8 }],
  [undefined, { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '4' }, { index: 3, count: 4 }],
  [undefined, { JOB_COMPLETION_INDEX: '0', SITE_SHARDS: '4' }, { index: 1, count: 4 }],
  [undefined, { JOB_COMPLETION_INDEX: '3', SITE_SHARDS: '4' }, { index: 4, count: 4 }],
  [undefined, { CI_NODE_INDEX: '', JOB_COMPLETION_INDEX: '3', SITE_SHARDS: '4' }, { index: 4, count: 4 }],
  [
    undefined,
    { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '4', JOB_COMPLETION_INDEX: '2', SITE_SHARDS: '4' },
    { index: 3, count: 4 },
  ],
])('%s with %o is the shard %o', (told, env, shard) => {
  expect(parseShard(told, env)).toEqual(shard)
})

it.each(['', '0/2', '3/2', '1', '1/2/3', 'a/b', '1.5/2', '-1/2', ' 1/2'])('"%s" is not a shard', (told) => {
  expect(() => parseShard(told, {})).toThrow(`"${told}" does not name a shard.`)
})

it.each([
  [{}, 'No shard is given.'],
  [{ CI_NODE_INDEX: '' }, 'No shard is given.'],
  [{ JOB_COMPLETION_INDEX: '0' }, 'does not name a shard'],
  [{ JOB_COMPLETION_INDEX: '4', SITE_SHARDS: '4' }, 'does not name a shard'],
  [{ CI_NODE_INDEX: '1' }, 'does not name a shard'],
  [
    { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', JOB_COMPLETION_INDEX: '2', SITE_SHARDS: '4' },
    'JOB_COMPLETION_INDEX=2 with SITE_SHARDS=4 and CI_NODE_INDEX=1 with CI_NODE_TOTAL=4 name different shards.',
  ],
  [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', JOB_COMPLETION_INDEX: '0', SITE_SHARDS: '5' }, 'name different shards'],
])('%o names no shard', (env, message) => {
  expect(() => parseShard(undefined, env)).toThrow(message)
})
