import { type ContainerNode, hydrate, render, type VNode } from 'preact'

/** `hydrateRoot` and `createRoot` of react-dom/client, and `flushSync` of react-dom, as far as islands use them, for `--engine preact`. */
export function hydrateRoot(root: ContainerNode, element: VNode): { render: (next: VNode) => void } {
  hydrate(element, root)
  return createRoot(root)
}

export function createRoot(root: ContainerNode): { render: (next: VNode) => void } {
  return { render: (next) => render(next, root) }
}

/** Preact renders a root at once. */
export function flushSync(work: () => void): void {
  work()
}
