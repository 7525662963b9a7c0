import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findStateRule } from '~/domain/state-rules/state-rules.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'

import { deleteQuestion, stateName } from './index/rule-list'

const path = '/admin/underwriting/state-rules'
const missing = 'This rule does not exist, or has been deleted already.'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Delete a rule', matches) }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const rule = await findStateRule(db, pageId(params.id, missing))
  if (!rule) throw notFoundPage(missing)
  return json(rule)
}

/** The confirmation page for deleting a rule, used without JavaScript. */
export default function DeleteStateRule() {
  const { id, state, factor, source } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={`Delete the rule of ${stateName(state)}`}
      question={deleteQuestion}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      action={path}
      fields={{ intent: 'delete', id }}
      back={{ to: path, label: 'Rules of the states' }}
    >
      <DescriptionList
        items={[
          { term: 'Factor', description: factor },
          { term: 'Source', description: source },
        ]}
      />
    </ConfirmPage>
  )
}
