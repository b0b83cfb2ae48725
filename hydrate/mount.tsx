import type { ComponentType } from 'react'
import { takeOver } from '#hydrate/take-over.ts'

/** What gives a prerendered view its behaviour: listens below `root`, and shows states. A state is on screen when `show` returns. */
export type Connect<P, S> = (root: HTMLElement, props: P, show: (state: S) => void) => void

/**
 * Lets a view take over its prerendered markup, which is kept, and connects it. In a view, words that change or disappear need an element
 * of their own, with a different key for different words: a browser that translates a page puts elements in the place of texts, and Preact
 * would not find them again.
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
