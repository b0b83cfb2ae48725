const volatile: [RegExp, string][] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/\b\d[\d.,]* (s|ms|MB|kB)\b/g, 'N $1'],
  [/\b\d+ a second\b/g, 'N a second'],
  [/\d\d:\d\d:\d\d/g, 'TIME'],
  [/[ \t]+$/gm, ''],
]

/** An output with its times, sizes and ports replaced. */
export function steadyText(output: string): string {
  return volatile.reduce((text, [from, to]) => text.replaceAll(from, to), output).trim()
}

/** A pattern for the steady text of an output. `…` matches anything in a line, and a line of `…` matches any lines. */
export function shownPattern(shown: string): RegExp {
  const lines = steadyText(shown).split('\n')
  const source = lines.map((line, at) => {
    const isLast = at === lines.length - 1
    if (line.trim() === '…') return `(?:.*\n)*${isLast ? '.*' : ''}`
    const text = line.split('…').map(escaped).join('.*')
    return isLast ? text : `${text}\n`
  })
  return new RegExp(`^${source.join('')}$`)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
