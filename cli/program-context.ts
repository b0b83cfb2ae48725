/** What commands get from the process that runs them. */
export type ProgramContext = {
  signal: AbortSignal
  setExitCode: (code: number) => void
  pageThread?: string | undefined
}
