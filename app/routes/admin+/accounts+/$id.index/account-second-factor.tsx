import { Link } from '@remix-run/react'

import { Card } from '~/ui/card'
import { ConfirmButton, type Confirmation } from '~/ui/confirmation'

/** The confirmation for removing the second factor of an account. */
export function secondFactorRemoval(accountId: number): Confirmation {
  return {
    question: 'Remove the two-step login of this account?',
    confirmLabel: 'Remove two-step login',
    action: `/admin/accounts/${accountId}`,
    fields: { intent: 'remove-second-factor' },
  }
}

/** The factors of an account's second step. */
export type Factors = { app: boolean; passkeys: number; codesLeft: number }

export function factorText({ app, passkeys, codesLeft }: Factors) {
  const parts = [
    ...(app ? ['an authenticator app'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`] : []),
    codesLeft === 1 ? 'one recovery code' : `${codesLeft} recovery codes`,
  ]
  return app || passkeys > 0 ? parts.join(', ') : 'off'
}

type Props = { account: { id: number; username: string }; factors: Factors; isOwn: boolean }

/** The second factor of an account, which an administrator can remove if its owner has lost it. */
export function AccountSecondFactor({ account, factors, isOwn }: Props) {
  const isOn = factors.app || factors.passkeys > 0
  return (
    <Card id="two-step-login" title="Two-step login">
      <p>{isOn ? `On: ${factorText(factors)}.` : 'Off: a login takes the password alone.'}</p>
      {isOwn ? (
        <p className="hint">
          This is your own account. Change it under <Link to="/two-step-login">Two-step login</Link>.
        </p>
      ) : null}
      {isOn && !isOwn ? (
        <>
          <p className="hint">
            Remove it only after you have made sure that the owner has lost the device and the recovery codes.
          </p>
          <ConfirmButton
            label="Remove two-step login"
            busyLabel="Removing..."
            page={`/admin/accounts/${account.id}/remove-two-step-login`}
            about={`${account.username} is logged out everywhere, and the password alone logs in.`}
            {...secondFactorRemoval(account.id)}
          />
        </>
      ) : null}
    </Card>
  )
}
