import { useEffect, useRef, type ReactNode } from 'react'

/** Explains why an action is impossible, in place of its form. With `takesFocus`, it is focused in place of the pressed button. */
export function Obstacle({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div className="notice notice-warning" role="alert" tabIndex={-1} ref={box}>
      {children}
    </div>
  )
}
