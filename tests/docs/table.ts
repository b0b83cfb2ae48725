/** Returns a Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n')}\n`
}

/** Makes a text fit into a table cell. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
}
