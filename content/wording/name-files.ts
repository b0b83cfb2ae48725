/** A hint that says what to do in the files of the content, where it is in files: people know no service there. */
export function nameFiles(hint: string): string {
  return hint.replaceAll(/\bat the service\b/g, 'in the files of the content')
}
