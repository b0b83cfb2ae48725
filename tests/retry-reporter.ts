import type { Reporter, TestCase } from 'vitest/node'

/** Prints why a test that passed had failed at first. Otherwise a retry could hide a fault. */
export class RetryReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (state !== 'passed') return
    for (const { message, stack } of errors) console.warn(`"${test.fullName}" was retried.\n${stack ?? message}`)
  }
}
