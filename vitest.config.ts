import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#tests/longest-first.ts'

const notOurs = ['**/node_modules/**', 'output/**', '.site/**']
/** With `TESTS=unit` tests that stand beside the code alone, without those that build sites, start the command line, or take seconds. */
const notUnit = [
  'tests/**',
  'cli/{main,site,watch-build}.test.ts',
  'cli/commands/{build,build-shard,explain,init,merge,plan,preview,render,verify}.test.ts',
  'publish/export/commit/recover-export.test.ts',
  'publish/pictures/{picture-limits,responsive-pictures}.test.ts',
  'renderer/build/{render-named,pages/{render-pages,reuse-pages}}.test.ts',
  'renderer/reader/read-clean-markup.test.ts',
  'renderer/shards/merge-parts.test.ts',
]
const temporaryFolder = 'tests/temporary-folder.ts'
const isUnit = process.env.TESTS === 'unit'

export default defineConfig({
  // The production build of React has no development JSX.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    pool: 'forks',
    // Tests wait for servers, processes and browsers for half of their time.
    maxWorkers: availableParallelism() * 2,
    // React's production build is what is published, so it is what is tested.
    env: { NODE_ENV: 'production' },
    // Real servers, processes and browsers: a limit only ends what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          globalSetup: temporaryFolder,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, 'tests/e2e/**', ...(isUnit ? notUnit : [])],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [temporaryFolder, 'tests/e2e/build-exports.ts'],
          // On a busy machine a browser may stop drawing for good: one that hung is started once more, what is found wrong is not.
          retry: { count: 1, condition: /timed out/ },
        },
      },
    ],
  },
})
