import { json, type TypedResponse } from '@remix-run/node'

import type { Checked } from '~/domain/engine-versions/check.server'
import { counted } from '~/domain/formats'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { rejectForm } from '~/http/forms.server'
import type { FormResult } from '~/ui/form-result'

type Refused = Extract<Checked, { reason: 'refused' }>

/** Describes why a version is rejected: the number of failing golden cases, which a table lists, or else the rule with its counterexample. */
export function refusalText({ violation, fault }: Refused) {
  if (!violation) return fault.message
  const { cases, message } = violation
  if (!cases) return message
  return `${counted(cases.length, 'golden case')} ${cases.length === 1 ? 'fails' : 'fail'}.`
}

/** Returns the failing golden cases of a rejected version, to list them under its error. */
export function failingCases({ violation }: Refused) {
  return violation?.cases ? { cases: violation.cases } : {}
}

/** Rejects a form with more data than its errors and values. */
export async function rejectWith<More extends object>(
  fields: Fields,
  errors: FieldError[],
  init: { status?: number; headers?: HeadersInit },
  more: More,
): Promise<TypedResponse<FormResult & More>> {
  const response = rejectForm(fields, errors, init)
  const answer = await response.json()
  return json({ ...answer, ...more }, { status: response.status, headers: init.headers })
}
