import type { ComponentType } from 'react'
import { takeOver } from '#hydrate/take-over.ts'

/** Gives a prerendered view its behaviour: listens below `root` and shows states. `show` renders synchronously. */
export type Connect<P, S> = (root: HTMLElement, props: P, show: (state: S) => void) => void

/**
 * Lets a view take over its prerendered markup, which is kept, and connects it. In a view, text that changes or
 * disappears needs an element of its own with a different key for different text. Browsers that translate a page
 * replace text nodes with elements, and Preact would not find its text nodes again.
 */
export function mount<P extends object, S>(
  View: ComponentType<P & { state?: S }>,
  connect: Connect<P, S>,
  root: HTMLElement,
  props: P,
): void {
  const render = takeOver(root, <View {...props} />)
  connect(root, props, (state) => render(<View {...props} state={state} />))
}
