/** Calls `act` in the given frame from now, and returns a function that cancels it. */
export function afterFrames(count: number, act: () => void) {
  let frame = requestAnimationFrame(function next() {
    count -= 1
    if (count === 0) act()
    else frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}
