/** References that browsers follow from what is referred to already: drawing programs write hundreds. */
const mostFollowed = 20_000

/** The references within an element, by their places among those of the file. */
type Part = { from: number; to: number }

/** What the elements of an SVG draw again by `href`, told of them as they open and close. */
export function noteReferences() {
  const targets: string[] = []
  const parts = new Map<string, Part>()
  const open: Part[] = []
  return {
    open({ id, 'xlink:href': old, href = old }: Record<string, string>): void {
      const part = { from: targets.length, to: targets.length }
      open.push(part)
      if (id !== undefined && !parts.has(id)) parts.set(id, part)
      if (href?.trim().startsWith('#')) targets.push(href.trim().slice(1))
    },
    close(): void {
      const part = open.pop()
      if (part) part.to = targets.length
    },
    /** True where what is referred to refers to more, and so on without end or nearly so: some lines would freeze the page. */
    growTooFast(): boolean {
      const partsOf = (some: string[]): Part[] => some.flatMap((target) => parts.get(target) ?? [])
      const waiting = partsOf(targets)
      let followed = 0
      for (let part = waiting.pop(); part; part = waiting.pop()) {
        followed += part.to - part.from
        if (followed > mostFollowed) return true
        waiting.push(...partsOf(targets.slice(part.from, part.to)))
      }
      return false
    },
  }
}
