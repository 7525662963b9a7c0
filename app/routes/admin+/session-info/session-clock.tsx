import { useEffect, useState } from 'react'

import { useHydrated } from '~/ui/use-hydrated'

import { duration } from './duration'

/** The time since a start, in minutes and seconds, updated while the page is open. */
export function SessionDuration({ since, now }: { since: string; now: string }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const opened = Date.now()
    const timer = setInterval(() => setPassed(Date.now() - opened), 1000)
    return () => clearInterval(timer)
  }, [now])
  return <>{duration(new Date(now).getTime() - new Date(since).getTime() + passed)}</>
}

const unknown = 'Needs JavaScript'

/** Facts that only the browser knows. */
export function ScreenSize() {
  return useHydrated() ? `${window.screen.width} × ${window.screen.height} pixels` : unknown
}

export function TimeZone() {
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : unknown
}
