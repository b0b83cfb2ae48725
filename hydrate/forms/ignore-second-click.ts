const doubleClickMs = 500

/** Ignores the second click of a double click on a submit button, which would hit whatever has replaced the button. */
export function ignoreSecondClick(root: HTMLElement): void {
  let sentAt = -doubleClickMs
  root.addEventListener('submit', ({ timeStamp }) => {
    sentAt = timeStamp
  })
  const onClick = (event: MouseEvent): void => {
    if (event.detail > 1 && event.timeStamp - sentAt < doubleClickMs) event.preventDefault()
  }
  document.addEventListener('click', onClick, true)
}
