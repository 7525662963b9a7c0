import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import type { Impact } from '~/domain/engine-versions/impact.server'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import {
  decideFactor,
  factorImpact,
  releaseFactor,
  type FactorChange,
} from '~/domain/portfolio-factor/portfolio-factor.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { rejectForm } from '~/http/forms.server'
import { initOfReason } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { typedValues, type FormResult } from '~/ui/form-result'

const page = '/admin/underwriting/portfolio-factor'

/** The result of a form, with the impact of the submitted factor. */
export type FactorAnswer = FormResult & { impact?: { factor: number; impact: Impact } }

/** Computes the impact of a factor on the newest quotes; the page then offers its release. */
export async function showImpact(fields: Fields) {
  const outcome = await factorImpact(db, sandbox, fields)
  if (!outcome.ok) return rejectForm(fields, outcome.errors)
  const { factor, impact } = outcome
  return json<FactorAnswer>({ errors: [], values: typedValues(fields), impact: { factor, impact } })
}

/** Releases a factor whose impact was shown. */
export async function release(fields: Fields, by: number) {
  if (Number(fields.seen) !== Number(fields.factor))
    return rejectForm(fields, [{ path: 'factor', message: 'See the impact of this factor first' }])
  const options = { by, releaseBy: env.RELEASE_BY }
  return answer(fields, await retryOvertaken(() => releaseFactor(db, sandbox, fields, options)))
}

export async function decide(fields: Fields, by: number, verb: 'release' | 'reject' | 'withdraw') {
  const decision = { id: parseId(fields.id) ?? 0, by, verb }
  return answer({}, await retryOvertaken(() => decideFactor(db, sandbox, decision)))
}

const done = {
  released: 'The factor is released: premiums of the runs to come use it.',
  proposed: 'The factor was proposed. It is not in use: another admin must release it.',
  rejected: 'The factor was rejected. The one in use has not changed.',
  withdrawn: 'The factor was withdrawn. The one in use has not changed.',
}

async function answer(fields: Fields, change: FactorChange) {
  if (change.ok) {
    const tone = change.state === 'released' ? 'success' : 'info'
    return seeOtherWithFlash(page, { tone, message: done[change.state] })
  }
  if (change.reason === 'invalid') return rejectForm(fields, change.errors)
  return rejectForm(fields, [{ path: '', message: change.message }], initOfReason(change.reason))
}
