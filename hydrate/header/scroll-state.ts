const smallFromPx = 45
const toTopFromPx = 500
const throttleMs = 100

/**
 * Updates `data-scrolled` of the header and of the link to the top, in browsers without scroll timelines. Shows the
 * switch that stops moving pictures once the first of these pictures is in view or above.
 */
export function startScrollState(header: HTMLElement): void {
  const toTop = document.querySelector<HTMLElement>('[data-to-top]')
  const motionSwitch = document.querySelector<HTMLElement>('.motion-switch')
  const moving = document.querySelector('.is-moving')
  let isWaiting = false
  const look = (): void => {
    isWaiting = false
    header.dataset.scrolled = String(scrollY > smallFromPx)
    if (toTop) toTop.dataset.scrolled = String(scrollY > toTopFromPx)
    if (!motionSwitch || !moving) return
    motionSwitch.style.visibility = moving.getBoundingClientRect().top < innerHeight ? '' : 'hidden'
  }
  const onScroll = (): void => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(look, throttleMs)
  }
  addEventListener('scroll', onScroll, { passive: true })
  look()
}
