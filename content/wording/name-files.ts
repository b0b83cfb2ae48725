/** Adapts a hint to content in files, where people know of no service. */
export function nameFiles(hint: string): string {
  return hint.replaceAll(/\bat the service\b/g, 'in the files of the content')
}
