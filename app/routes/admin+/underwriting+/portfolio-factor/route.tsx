import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { readFactor } from '~/domain/portfolio-factor/portfolio-factor.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Stat } from '~/ui/stat'

import { decide, release, showImpact, type FactorAnswer } from './actions.server'
import { FactorForm } from './factor-form'
import { FactorHistory } from './factor-history'
import { FactorProposal } from './factor-proposal'
import { WaitingFactor } from './waiting-factor'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Portfolio factor', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  return json({ ...(await readFactor(db)), userId: user.id, unsaved }, { headers })
}

function failureOf(intent: unknown) {
  return intent === 'impact'
    ? 'The impact could not be shown: The server could not be reached. Please try again.'
    : 'The factor may not have been stored: The server could not be reached. Look at the history, and try again.'
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, 'note' in fields ? fields : undefined) // all that is typed on this page
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    switch (fields.intent) {
      case 'release':
        return release(fields, user.id)
      case 'release-proposed':
        return decide(fields, user.id, 'release')
      case 'reject':
        return decide(fields, user.id, 'reject')
      case 'withdraw':
        return decide(fields, user.id, 'withdraw')
      case 'impact':
        return showImpact(fields)
      default:
        throw unknownIntent()
    }
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, {
  actsAgain: true,
  isQuestion: ({ intent }) => intent === 'impact',
})

export default function PortfolioFactor() {
  const { factor, range, released, waiting, history, proposal, userId, unsaved } =
    useLoaderData<typeof loader>()
  const answer: FactorAnswer | undefined = useActionData<typeof action>()
  return (
    <AdminPage title="Portfolio factor" tool="Portfolio factor">
      <Card title={`In use: ${factor.toFixed(4)}`}>
        <p>
          The experience of all members: every premium is multiplied by it. It is never a simulated figure
          directly; a person releases it.
        </p>
        <p className="hint">
          {released
            ? `Released on ${adminTime(released.decided_at ?? released.created_at)} by ${released.decider ?? 'a deleted account'}: ${released.note}`
            : 'No factor has been released yet.'}
        </p>
        <dl className="stat-grid">
          {proposal ? (
            <>
              <Stat label="Proposed" value={proposal.factor.toFixed(4)} />
              <Stat label="Credibility" value={`${(100 * proposal.credibility).toFixed(1)}%`} />
            </>
          ) : null}
          <Stat label="May be released" value={`${range.min.toFixed(4)} to ${range.max.toFixed(4)}`} />
        </dl>
      </Card>
      <div className="halves">
        <div>
          {waiting ? (
            <>
              <ErrorSummary errors={answer?.errors} />
              <WaitingFactor waiting={waiting} isOwn={waiting.user_id === userId} page={path} />
            </>
          ) : (
            <Card title="Another factor">
              <FactorProposal proposal={proposal} />
              <FactorForm
                key={released?.id ?? 0}
                page={path}
                answer={answer}
                unsaved={unsaved}
                initial={proposal?.factor ?? factor}
                range={range}
                base={released?.id ?? 0}
              />
            </Card>
          )}
        </div>
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <FactorHistory history={history} />
        </section>
      </div>
    </AdminPage>
  )
}

const path = '/admin/underwriting/portfolio-factor'
