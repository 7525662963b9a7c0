const longestDoubleTap = 500

/** Ignores a second tap for half a second: after the first closes a dialog, the element below would receive it. */
export function ignoreSecondTap(button: HTMLElement | null) {
  const place = button?.getBoundingClientRect()
  if (!place) return
  const ignore = (event: MouseEvent) => {
    const { clientX, clientY, target } = event
    const isBeside =
      clientX < place.left || clientX > place.right || clientY < place.top || clientY > place.bottom
    if (isBeside || (target instanceof Element && target.closest('dialog'))) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', ignore, true)
  setTimeout(() => document.removeEventListener('click', ignore, true), longestDoubleTap)
}
