/** Returns the `rel` of a link. A page in another window must not have access to the page with the link. */
export function relOf(target: string | undefined): 'noopener' | undefined {
  return targetOf(target) === undefined ? undefined : 'noopener'
}

/** Returns the `target` of a link; `undefined` for `_self`, which is the default of browsers. */
export function targetOf(target: string | undefined): string | undefined {
  return target === '_self' ? undefined : target
}
