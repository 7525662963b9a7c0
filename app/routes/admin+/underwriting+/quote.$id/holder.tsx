import { Link } from '@remix-run/react'

import { quoteUrl } from '~/domain/quotes/origin'
import { RemoteIntentForm } from '~/ui/remote-intent-form'

type Props = {
  quoteId: number
  /** The admin to whom the application is assigned, or null. */
  now: { id: number; name: string } | null
  /** The id of the signed-in admin. */
  reader: number
  /** The list that the page was opened from. */
  from: string | null
}

/** The assignee of the application, with buttons to take it and to give it back. */
export function Holder({ quoteId, now, reader, from }: Props) {
  const action = `/admin/underwriting/assign/${quoteId}`
  const isMine = now?.id === reader
  const back = quoteUrl(quoteId, from)
  return (
    <div className="holder">
      <span>{isMine ? 'With you' : `With ${now?.name ?? 'nobody'}`}</span>
      {now === null || isMine ? (
        <RemoteIntentForm
          action={action}
          intent="take"
          fields={{ to: isMine ? '' : reader, seen: now?.id ?? '', back }}
          variant="quiet"
          busyLabel={isMine ? 'Giving back...' : 'Taking...'}
        >
          {isMine ? 'Give back' : 'Take'}
        </RemoteIntentForm>
      ) : null}
      <Link to={`${action}?${new URLSearchParams({ back })}`}>Hand over</Link>
    </div>
  )
}
