import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { factorsOf } from '~/domain/second-factor/second-factor.server'
import { missingAccount } from '~/domain/sessions/end-by-admin.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'

import { factorText, secondFactorRemoval } from './$id.index/account-second-factor'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Remove two-step login', matches) }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const account = await findAccount(db, pageId(params.id, missingAccount))
  if (!account) throw notFoundPage(missingAccount)
  return json({ account, factors: await factorsOf(db, account.id) })
}

/** The confirmation page for removing the second factor of an account, used without JavaScript. */
export default function RemoveTwoStepLogin() {
  const { account, factors } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title="Remove two-step login"
      back={{ to: `/admin/accounts/${account.id}`, label: `Account ${account.id}` }}
      {...secondFactorRemoval(account.id)}
    >
      <DescriptionList
        items={[
          { term: 'Account', description: `${account.username}, ${account.email}` },
          { term: 'Two-step login', description: factorText(factors) },
          {
            term: 'What follows',
            description: 'The account is logged out everywhere, and its password alone logs in.',
          },
        ]}
      />
    </ConfirmPage>
  )
}
