import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { parseId } from '~/domain/ids'
import {
  deleteStateRule,
  findStateRule,
  listFactors,
  listStateRules,
  putStateRule,
} from '~/domain/state-rules/state-rules.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { readAtOf } from '~/http/configuration-calls.server'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId, statusOfReason } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { AdminPage } from '~/ui/admin-frame'
import { keepPageOnFailure } from '~/ui/keep-page'

import styles from '../../parts/engine.css?url'
import { RuleForm } from './rule-form'
import { RuleList } from './rule-list'

const path = '/admin/underwriting/state-rules'
const changed =
  'This rule was changed since you opened it. The list shows it as it is now; save yours again only if you want to replace it.'
const missing = 'This rule does not exist, or has been deleted already.'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Rules of the states', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const edited = new URL(request.url).searchParams.get('edit')
  const [rules, factors, rule] = await Promise.all([
    listStateRules(db),
    listFactors(db),
    edited === null ? null : findStateRule(db, pageId(edited, missing)),
  ])
  if (edited !== null && !rule) throw notFoundPage(missing)
  const { unsaved, headers } = await takeUnsavedForm(request, user.id)
  const isOfForm = (unsaved?.id ?? '') === String(rule?.id ?? '')
  return json({ rules, factors, rule, unsaved: isOfForm ? unsaved : null }, { headers })
}

const failure = 'The rule could not be saved.'

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { user } = await requireAdmin(request, fields.intent === 'save' ? fields : undefined)
  return keepFormOnFailure(fields, failure, async () => {
    const id = parseId(String(fields.id ?? ''))
    const change = { by: user.id, sandbox }
    if (fields.intent !== 'save' && fields.intent !== 'delete') throw unknownIntent()
    const isDeletion = fields.intent === 'delete'
    const outcome = await retryOvertaken(() =>
      isDeletion
        ? deleteStateRule(db, id ?? 0, change)
        : putStateRule(db, id, fields, { ...change, readAt: readAtOf(fields.updated_at) }),
    )
    if (outcome.ok) {
      const message = isDeletion ? 'The rule is deleted.' : 'The rule is saved, and applies to every new run.'
      return seeOtherWithFlash(path, { tone: 'success', message })
    }
    const status = statusOfReason(outcome.reason)
    switch (outcome.reason) {
      case 'invalid':
        return rejectForm(fields, outcome.errors)
      case 'missing':
        return rejectForm(fields, [{ path: '', message: missing }], { status })
      case 'conflict': {
        // Sending the form again overwrites the rule: it is then based on the rule in the list.
        const seen = { ...fields, updated_at: outcome.current.updated_at.toISOString() }
        return rejectForm(seen, [{ path: '', message: changed }], { status })
      }
      case 'taken':
        return rejectForm(fields, [{ path: 'factor', message: outcome.message }], { status })
      default:
        return rejectForm(fields, [{ path: '', message: outcome.message }], { status })
    }
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, { actsAgain: true })

export default function StateRules() {
  const { rules, factors, rule, unsaved } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>() ?? null
  const newest = Math.max(0, ...rules.map(({ id }) => id)) // resets the form after a rule was added
  return (
    <AdminPage title="Rules of the states" tool="State rules">
      <p>
        Rating factors that the law of a state does not allow. They are neutral for its applicants in every
        new run; stored results stay as they are. A rule is saved if the engine in use obeys it: no price and
        no decision may depend on the answer.
      </p>
      <div className="halves">
        <div>
          <RuleList rules={rules} factors={factors} />
        </div>
        <RuleForm
          key={rule?.id ?? `after ${newest}`}
          rule={rule}
          factors={factors}
          formResult={formResult}
          unsaved={unsaved}
        />
      </div>
    </AdminPage>
  )
}
