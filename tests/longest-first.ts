import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, slowest first. One that begins late would keep a single worker busy at the end. */
const longest = [
  'tests/e2e/view.test.ts',
  'tests/e2e/forms.test.ts',
  'tests/e2e/preview.test.ts',
  'tests/e2e/view-extremes.test.ts',
  'tests/e2e/login.test.ts',
  'tests/e2e/consent.test.ts',
  'tests/e2e/header.test.ts',
  'tests/e2e/service-worker.test.ts',
  'tests/preview/preview.test.ts',
  'tests/remote-cache.test.ts',
  'tests/commands/poll.test.ts',
  'tests/preview/own-code.test.ts',
  'tests/own-site/own-site.test.ts',
  'tests/incremental/project.test.ts',
  'tests/commands/verify.test.ts',
  'tests/commands/render.test.ts',
  'cli/commands/preview.test.ts',
  'tests/build-site.test.ts',
  'tests/docs/run-docs.test.ts',
  'tests/commands/explain.test.ts',
]

/** Runs the slowest files first, and the others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
