import { AdminTime } from '~/ui/admin-time'

type View = { id: number; viewed_at: string; path: string }
type Props = {
  /** Newest first. */
  views: readonly View[]
  signedIn: string
  now: string
  here: string
}

const shownAtOnce = 10

/** The page views of the session and its start, newest first. */
export function SessionTimeline({ views, signedIn, now, here }: Props) {
  const visits = joined(views)
  return (
    <>
      <ol className="activity">
        <Item when={now} title="Now" path={here} />
        {visits.slice(0, shownAtOnce).map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
        {visits.length <= shownAtOnce ? <Item when={signedIn} title="Signed in" /> : null}
      </ol>
      {visits.length > shownAtOnce ? (
        <details>
          <summary>Earlier pages ({visits.length - shownAtOnce})</summary>
          <ol className="activity">
            {visits.slice(shownAtOnce).map((visit) => (
              <Visit key={visit.id} visit={visit} />
            ))}
            <Item when={signedIn} title="Signed in" />
          </ol>
        </details>
      ) : null}
    </>
  )
}

function Visit({ visit: { viewed_at, path, times } }: { visit: View & { times: number } }) {
  return <Item when={viewed_at} title={times > 1 ? `Viewed ${times} times` : 'Viewed'} path={path} />
}

function Item({ when, title, path }: { when: string; title: string; path?: string }) {
  return (
    <li>
      <AdminTime at={when} />
      <span>
        {title} {path ? <code>{path}</code> : null}
      </span>
    </li>
  )
}

/** Merges consecutive views of the same page into one with the latest time. */
function joined(views: readonly View[]) {
  const visits: (View & { times: number })[] = []
  for (const view of views) {
    const last = visits.at(-1)
    if (last?.path === view.path) last.times += 1
    else visits.push({ ...view, times: 1 })
  }
  return visits
}
