import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#tests/longest-first.ts'
import { RetryReporter } from '#tests/retry-reporter.ts'

const notOurs = ['**/node_modules/**', 'output/**', '.site/**']
/** Tests beside the code that build sites, start the command line, take seconds, or work only in a separate process. */
const apart = [
  'cli/{main,site,watch-build}.test.ts',
  'cli/commands/{build,build-shard,explain,init,merge,plan,preview,render,verify}.test.ts',
  'publish/export/commit/recover-export.test.ts',
  'publish/pictures/{picture-limits,responsive-pictures}.test.ts',
  'renderer/build/{render-named,pages/{release-memory,render-pages,reuse-pages}}.test.ts',
  'renderer/reader/{engine,open-page-renderer,read-clean-markup}.test.ts',
  'renderer/shards/merge-parts.test.ts',
]
/** Tests that only the soak test runs. They take minutes of processor time, and others find most of the same faults. */
const soakOnly =
  process.env.SOAK === 'on'
    ? []
    : [
        'tests/{faulty-service-sweep,refused-pictures}.test.ts',
        'tests/commands/{interrupt-stages,swap,unread-pictures}.test.ts',
        'tests/e2e/{picture-widths,preview-code,preview-fields}.test.ts',
        'tests/fuzz/fuzz.test.ts',
        'tests/incremental/{killed,killed-commands}.test.ts',
        'tests/preview/early-pages.test.ts',
      ]
const temporaryFolder = 'tests/temporary-folder.ts'

export default defineConfig({
  // The production build of React has no development JSX.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    pool: 'forks',
    // Tests spend half of their time waiting for servers, processes and browsers.
    maxWorkers: availableParallelism() * 2,
    // The published pages use React's production build, so the tests use it too.
    env: { NODE_ENV: 'production' },
    // Tests use real servers, processes and browsers: these limits only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new RetryReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: temporaryFolder,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...notOurs, 'tests/**', ...apart],
          // Starting a process and loading the modules again for each of these small files would take as long as all of
          // their tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          globalSetup: temporaryFolder,
          include: ['tests/**/*.test.{ts,tsx}', ...apart],
          exclude: [...notOurs, ...soakOnly, 'tests/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...notOurs, ...soakOnly],
          globalSetup: [temporaryFolder, 'tests/e2e/build-exports.ts'],
          // On a busy machine, a browser may stop drawing for good, or fail to capture a screenshot. Such a test is
          // retried once, and the reporter prints why. A test that found a fault is not.
          retry: { count: 1, condition: /timed out|Timeout \d+ms exceeded|Unable to capture screenshot/ },
        },
      },
    ],
  },
})
