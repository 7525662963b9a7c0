import { adminTime } from '~/domain/formats'
import { recentTime } from '~/domain/recent-time'

/** A time in the format of the back office, in UTC. */
export function AdminTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="on-one-line">
      {adminTime(at)}
    </time>
  )
}

/** A time in the format of the back office or, within the last hour before `now`, its age. */
export function RecentTime({ at, now }: { at: string; now: string }) {
  return (
    <time dateTime={at} title={`${adminTime(at)} UTC`} className="on-one-line">
      {recentTime(at, now)}
    </time>
  )
}
