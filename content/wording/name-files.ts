/** Rewrites a hint for content in files, whose editors know of no service. */
export function nameFiles(hint: string): string {
  return hint.replaceAll(/\bat the service\b/g, 'in the files of the content')
}
