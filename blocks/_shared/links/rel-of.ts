/** The `rel` of a link that opens in the window of this name: the opened page must not reach the page with the link. */
export function relOf(target: string | undefined): 'noopener' | undefined {
  return targetOf(target) === undefined ? undefined : 'noopener'
}

/** The window that a link names; `undefined` for the window of the link itself, which browsers take without being told. */
export function targetOf(target: string | undefined): string | undefined {
  return target === '_self' ? undefined : target
}
