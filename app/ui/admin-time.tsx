import { adminTime } from '~/domain/formats'

/** A time in the format of the back office, in UTC. */
export function AdminTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="on-one-line">
      {adminTime(at)}
    </time>
  )
}
