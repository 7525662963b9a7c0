/** Gives a box the focus, and scrolls only as far as needed: one that begins in the upper half of the window, below the header, stays where it is. */
export function bringToFocus(box: HTMLElement) {
  const { top } = box.getBoundingClientRect()
  const header = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  if (top < header || top > window.innerHeight / 2) box.scrollIntoView()
  box.focus({ preventScroll: true })
}
