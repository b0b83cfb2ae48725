import { type ContainerNode, render, type VNode } from 'preact'

/** `createRoot` of react-dom/client and `flushSync` of react-dom, as far as hidden pages use them, for `--engine preact`. */
export function createRoot(root: ContainerNode): { render: (next: VNode) => void } {
  return { render: (next) => render(next, root) }
}

/** Preact renders a root at once. */
export function flushSync(work: () => void): void {
  work()
}
