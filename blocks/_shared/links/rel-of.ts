/** The `rel` of a link that opens in the window of this name: what it leads to must not reach the page it was opened from. */
export function relOf(target: string | undefined): 'noopener' | undefined {
  return targetOf(target) === undefined ? undefined : 'noopener'
}

/** The window that a link names; nothing for the one it stands in, which browsers take without being told. */
export function targetOf(target: string | undefined): string | undefined {
  return target === '_self' ? undefined : target
}
