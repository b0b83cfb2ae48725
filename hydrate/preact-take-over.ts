import { type ContainerNode, hydrate, render, type VNode } from 'preact'

/** Replaces `take-over.ts` with `--engine preact`. Preact keeps the existing markup and renders synchronously. */
export function takeOver(root: ContainerNode, element: VNode): (next: VNode) => void {
  hydrate(element, root)
  return (next) => render(next, root)
}
