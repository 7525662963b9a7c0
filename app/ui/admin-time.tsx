import { adminTime } from '~/domain/formats'

/** An instant as the back office writes it, in UTC. */
export function AdminTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="on-one-line">
      {adminTime(at)}
    </time>
  )
}
