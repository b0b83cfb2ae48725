/** The `rel` of a link that opens in the window of this name: what it leads to must not reach the page it was opened from. */
export function relOf(target: string | undefined): 'noopener' | undefined {
  return target === undefined || target === '_self' ? undefined : 'noopener'
}
