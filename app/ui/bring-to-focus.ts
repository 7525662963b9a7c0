/** Focuses an element. Scrolls to its top unless that is already visible in the upper half of the window, below the header. */
export function bringToFocus(box: HTMLElement) {
  const { top } = box.getBoundingClientRect()
  const header = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  if (top < header || top > window.innerHeight / 2) box.scrollIntoView()
  box.focus({ preventScroll: true })
}
