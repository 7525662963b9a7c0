import { Link } from '@remix-run/react'

import { RecentTime } from '~/ui/admin-time'

import { pageName } from './page-name'

type View = { id: number; viewed_at: string; path: string }
type Props = {
  /** Newest first. */
  views: readonly View[]
  signedIn: string
  now: string
  pageUrl: string
}

const shownAtOnce = 10

/** The page views of the session and its start, newest first. */
export function SessionTimeline({ views, signedIn, now, pageUrl }: Props) {
  const visits = joined(views)
  const earlier = visits.slice(shownAtOnce).reduce((sum, { times }) => sum + times, 0)
  return (
    <>
      <ol className="activity">
        <Item when={now} now={now} title="Viewing" path={pageUrl} />
        {visits.slice(0, shownAtOnce).map((visit) => (
          <Visit key={visit.id} visit={visit} now={now} />
        ))}
        {visits.length <= shownAtOnce ? <Item when={signedIn} now={now} title="Logged in" /> : null}
      </ol>
      {visits.length > shownAtOnce ? (
        <details>
          <summary>Earlier pages ({earlier})</summary>
          <ol className="activity">
            {visits.slice(shownAtOnce).map((visit) => (
              <Visit key={visit.id} visit={visit} now={now} />
            ))}
            <Item when={signedIn} now={now} title="Logged in" />
          </ol>
        </details>
      ) : null}
    </>
  )
}

function Visit({ visit: { viewed_at, path, times }, now }: { visit: View & { times: number }; now: string }) {
  const title = times > 1 ? `Viewed ${times} times` : 'Viewed'
  return <Item when={viewed_at} now={now} title={title} path={path} />
}

function Item({ when, now, title, path }: { when: string; now: string; title: string; path?: string }) {
  return (
    <li>
      <RecentTime at={when} now={now} />
      <span>
        {title} {path ? <Page path={path} /> : null}
      </span>
    </li>
  )
}

/** A page by its name or, without one, its path. */
function Page({ path }: { path: string }) {
  const name = pageName(path)
  return name === null ? <code>{path}</code> : <Link to={path}>{name}</Link>
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
