import { json, type TypedResponse } from '@remix-run/node'

import type { Checked } from '~/domain/engine-versions/check.server'
import { counted } from '~/domain/formats'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { rejectForm } from '~/http/forms.server'
import type { FormResult } from '~/ui/form-result'

type Refused = Extract<Checked, { reason: 'refused' }>

/** What refuses a version: golden cases by their number, since a table names them, and otherwise the rule with its counter-example. */
export function refusalText({ violation, fault }: Refused) {
  if (!violation) return fault.message
  const { cases, message } = violation
  if (!cases) return message
  return `${counted(cases.length, 'golden case')} ${cases.length === 1 ? 'fails' : 'fail'}.`
}

/** The golden cases that refuse a version, to be listed under its error. */
export function failingCases({ violation }: Refused) {
  return violation?.cases ? { cases: violation.cases } : {}
}

/** Rejects a form with more than its errors and values. */
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
