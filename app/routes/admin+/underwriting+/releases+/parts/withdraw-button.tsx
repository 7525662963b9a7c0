import { ConfirmButton, ConfirmPage, type Confirmation } from '~/ui/confirmation'

import { changePage } from './change-words'

type Props = { id: number; /** The description of the change. */ title: string; inRow?: boolean }

/** The button with which an author withdraws a change, after a confirmation. */
export function WithdrawButton({ id, title, inRow }: Props) {
  return (
    <ConfirmButton
      {...withdrawal({ id, title })}
      page={`${changePage(id)}?ask=withdraw`}
      label={
        inRow ? (
          <>
            Withdraw<span className="visually-hidden"> change {id}</span>
          </>
        ) : (
          'Withdraw this change'
        )
      }
      busyLabel="Withdrawing..."
    />
  )
}

/** The same confirmation as a page, without JavaScript. */
export function WithdrawPage({ id, title }: Props) {
  return (
    <ConfirmPage
      {...withdrawal({ id, title })}
      title="Withdraw a change"
      back={{ to: changePage(id), label: title }}
      busyLabel="Withdrawing..."
    >
      <p>{title}</p>
    </ConfirmPage>
  )
}

function withdrawal({ id, title }: Props): Confirmation {
  return {
    question: 'Withdraw this change? It is not released then; to make it, it must be proposed again.',
    about: title,
    confirmLabel: 'Withdraw',
    action: changePage(id),
    fields: { intent: 'withdraw' },
  }
}
