import { type ContainerNode, hydrate, render, type VNode } from 'preact'

/** `take-over.ts` for `--engine preact`, which keeps the markup as it finds it, and renders at once. */
export function takeOver(root: ContainerNode, element: VNode): (next: VNode) => void {
  hydrate(element, root)
  return (next) => render(next, root)
}
