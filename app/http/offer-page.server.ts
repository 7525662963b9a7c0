import { randomUUID } from 'node:crypto'
import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findAlternatives } from '~/domain/offers/alternatives.server'
import {
  answerOffer,
  askAboutOffer,
  findOfferQuestion,
  type OfferAnswer,
} from '~/domain/offers/answers.server'
import { answerFailure } from '~/domain/offers/failures'
import { findOffer, type Access } from '~/domain/offers/offers.server'
import { applicantOfferState } from '~/domain/offers/applicant-offer-state'
import type { Fields } from '~/domain/parse-fields'
import { findWithdrawals } from '~/domain/quotes/ending.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { clientIp } from '~/request-context.server'

import { idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from './forms.server'
import { seeOther } from './redirects.server'

/** Returns the data of the page of an offer. @throws a response with the reason if there is no offer */
export async function loadOfferPage(access: Access, path: string) {
  const result = await findOffer(db, access)
  if (!result.ok) throw json(result.reason, { status: 404 })
  const { offer } = result
  // The engine's alternatives do not apply to the decision of an underwriter.
  const alternatives = offer.byPerson
    ? { changes: [], tiers: [] }
    : await findAlternatives(db, sandbox, offer.resultId)
  const standing = applicantOfferState(offer)
  return {
    offer,
    standing,
    question: await findOfferQuestion(db, offer.quoteId),
    withdrawal: standing === 'withdrawn' ? await findWithdrawal(offer.quoteId) : null,
    alternatives,
    action: path,
    idempotencyKey: randomUUID(),
  }
}

/** A withdrawal as the applicant sees it: without the name of the admin. */
async function findWithdrawal(quoteId: number) {
  const { at, byApplicant } = (await findWithdrawals(db, [quoteId]))(quoteId)
  return { at, byApplicant }
}

const answers = new Map<unknown, OfferAnswer>([
  ['interested', 'interested'],
  ['undecided', null],
  ['withdraw', 'withdrawn'],
])

/** Stores the applicant's answer or question from the page of an offer. */
export async function answerOfferPage(access: Access, path: string, fields: Fields) {
  return keepFormOnFailure(fields, answerFailure, async () => {
    const isQuestion = fields.intent === 'ask'
    const answer = answers.get(fields.intent)
    if (!isQuestion && answer === undefined)
      return rejectForm(fields, [{ path: '', message: 'This action is not known.' }])
    const outcome =
      answer === undefined
        ? await askAboutOffer(db, access, fields, {
            ip: clientIp(),
            key: idempotencyKeyFromForm('question about an offer', fields, { path, message: fields.message }),
          })
        : await answerOffer(db, access, answer)
    const sent = isQuestion ? '?sent=question' : answer === null ? '?sent=undecided' : ''
    if (outcome.ok) return seeOther(`${path}${sent}#answer`)
    if (outcome.reason === 'missing') return seeOther(path) // responds with the reason
    const errors = outcome.reason === 'invalid' ? outcome.errors : [{ path: '', message: outcome.message }]
    return rejectForm(fields, errors)
  })
}
