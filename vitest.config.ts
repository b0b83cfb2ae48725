import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The production build of React has no development JSX.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'output/**', '.site/**'],
    pool: 'forks',
    // React's production build is what is published, so it is what is tested.
    env: { NODE_ENV: 'production' },
    // Real servers, processes and browsers: a limit only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
