import { Link } from '@remix-run/react'

import { quoteUrl } from '~/domain/quotes/origin'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { HiddenFields } from '~/ui/intent-form'
import { useIsSending } from '~/ui/use-is-sending'

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
  const busy = useIsSending({ action })
  const isMine = now?.id === reader
  const back = quoteUrl(quoteId, from)
  return (
    <div className="holder">
      <span>{isMine ? 'With you' : `With ${now?.name ?? 'nobody'}`}</span>
      {now === null || isMine ? (
        <Form method="post" action={action} preventScrollReset>
          <HiddenFields fields={{ to: isMine ? '' : reader, seen: now?.id ?? '', back }} />
          <Button
            type="submit"
            variant="quiet"
            busy={busy}
            busyLabel={isMine ? 'Giving back...' : 'Taking...'}
          >
            {isMine ? 'Give back' : 'Take'}
          </Button>
        </Form>
      ) : null}
      <Link to={`${action}?${new URLSearchParams({ back })}`}>Hand over</Link>
    </div>
  )
}
