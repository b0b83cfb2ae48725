import { type ContainerNode, render, type VNode } from 'preact'

/** Replaces `createRoot` of react-dom/client and `flushSync` of react-dom for hidden pages with `--engine preact`. */
export function createRoot(root: ContainerNode): { render: (next: VNode) => void } {
  return { render: (next) => render(next, root) }
}

/** Preact renders a root synchronously. */
export function flushSync(work: () => void): void {
  work()
}
