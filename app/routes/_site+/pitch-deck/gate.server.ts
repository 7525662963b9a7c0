import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { deckFailure, type DeckStatus } from '~/domain/pitch-deck/pitch-deck.options'
import {
  deckCodeSchema,
  deckEmailSchema,
  deckRequestSchema,
  deckStatusMessages,
  invalidDeckCode,
} from '~/domain/pitch-deck/pitch-deck.schema'
import {
  checkRequest,
  closeDeck,
  enterCode,
  openDeck,
  requestAccess,
  requestNewCode,
} from '~/domain/pitch-deck/pitch-deck.server'
import { clearDeckCookie, deckCookie, deckToken, siteCookie } from '~/http/cookies.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { flashCookie, replaceHistoryEntry, seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { site } from '~/http/site.server'
import { log } from '~/log.server'
import { clientIp } from '~/request-context.server'
import type { Flash } from '~/ui/flash'
import { honeypotName } from '~/ui/honeypot'

import { requestSubmitted, type DeckStep, type GateResult } from './deck-gate'

/** Marks the request just sent by this browser, until its confirmation has been shown. */
const sentCookie = siteCookie('holdfast_deck_request', { maxAge: 60 })

async function confirmRequest() {
  return seeOther('/pitch-deck?sent=request', [
    ['Set-Cookie', await sentCookie.serialize('new')],
    ['Set-Cookie', await forgetStep()],
  ])
}

/** The data of a step. Not in its URL, which may be stored in a log or a history. */
type ShownStep = { step: DeckStep; email: string; notice?: GateResult['notice'] | null }

const stepCookie = siteCookie('holdfast_deck_step', { maxAge: 10 * 60 })

/** Returns the email of this visit, and the notice of a step after a redirect. */
export async function shownWith(request: Request, step: DeckStep) {
  const shown = (await stepCookie.parse(request.headers.get('Cookie'))) as ShownStep | null
  return { email: shown?.email ?? '', notice: (shown?.step === step && shown.notice) || null }
}

/** Redirects to a step. */
async function redirectToStep(
  step: DeckStep,
  shown: Omit<ShownStep, 'step'>,
  { hash = '', headers = {} } = {},
) {
  const cookie = await stepCookie.serialize({ step, ...shown } satisfies ShownStep)
  return seeOther(`/pitch-deck?step=${step}${hash}`, { ...headers, 'Set-Cookie': cookie })
}

function forgetStep() {
  return stepCookie.serialize('', { maxAge: 0 })
}

/** The confirmation, shown again in the first step, to which the page returns after a while. */
const submitted: Flash = { tone: 'success', ...requestSubmitted, duration: 30_000 }

/** Returns headers that show the confirmation on the next page, once: a reload does not show it again. */
export async function keepConfirmation(request: Request) {
  if ((await sentCookie.parse(request.headers.get('Cookie'))) === null) return []
  return [await flashCookie(submitted), await sentCookie.serialize('', { maxAge: 0 })]
}

/** Each step of the gate: its handler, and the title of its summary when nothing was typed. */
const steps = {
  check: { handle: check, missing: 'Email Required' },
  request: { handle: requestDeck, missing: 'Missing Information' },
  code: { handle: submitCode, missing: 'Access Code Required' },
} as const

/** Whether this browser may see the deck. The gate stays closed when that cannot be checked. */
export async function mayOpenDeck(request: Request) {
  try {
    const token = await deckToken(request)
    return token !== null && (await openDeck(db, token))
  } catch (error) {
    log.error({ err: error }, 'access to the pitch deck could not be checked')
    return false
  }
}

/** Handles the forms of the gate, identified by their `intent`, or else by their fields. */
export async function handleGateForm(request: Request) {
  const submitted = await formFields(request)
  if (submitted.intent === 'close') return close(request, submitted)
  const step = stepOf(submitted)
  const fields = { ...submitted, intent: step }
  if (submitted.intent === 'new-code') return sendNewCode(submitted)
  return keepFormOnFailure(fields, deckFailure(step), async () => {
    return await steps[step].handle(fields)
  })
}

function stepOf({ intent, ...fields }: Fields): DeckStep {
  if (intent === 'check' || intent === 'request' || intent === 'code') return intent
  if ('accessCode' in fields) return 'code'
  return 'name' in fields ? 'request' : 'check'
}

/** Ends this browser's access. Repeating it has the same response. */
async function close(request: Request, fields: Fields) {
  return keepFormOnFailure(fields, deckFailure('close'), async () => {
    const token = await deckToken(request)
    if (token !== null) await closeDeck(db, token)
    const closed = await seeOtherWithFlash(
      '/pitch-deck',
      {
        tone: 'success',
        title: 'The deck is closed',
        message: 'This browser has no access to it any more. Your code opens it again while it is valid.',
        duration: 30_000,
      },
      replaceHistoryEntry,
    )
    closed.headers.append('Set-Cookie', await clearDeckCookie())
    closed.headers.append('Set-Cookie', await forgetStep())
    return closed
  })
}

async function check(fields: Fields) {
  const parsed = parseFields(deckEmailSchema, fields)
  if (!parsed.ok) return rejectStep('check', fields, parsed.errors)
  const { email } = parsed.value
  const { status } = await checkRequest(db, email, { ip: clientIp() })
  if (status === null) return redirectToStep('request', { email })
  return statusResult(status, email)
}

/** The response is the same whether the email has access or not. */
async function sendNewCode(fields: Fields) {
  const parsed = parseFields(deckEmailSchema, fields)
  if (!parsed.ok) return rejectStep('check', fields, parsed.errors)
  const { email } = parsed.value
  return keepFormOnFailure(fields, deckFailure('new-code'), async () => {
    await requestNewCode(db, email, { site, ip: clientIp() })
    const text = `If ${email} has access, a new code is on its way to it. The code before it ends.`
    const shown = { email, notice: { tone: 'info', text } } as const
    return redirectToStep('code', shown, { hash: '#deck-step', headers: replaceHistoryEntry })
  })
}

async function requestDeck(fields: Fields) {
  if (fields[honeypotName]) return confirmRequest()
  const parsed = parseFields(deckRequestSchema, fields)
  if (!parsed.ok) return rejectStep('request', fields, parsed.errors)
  const { email } = parsed.value
  const result = await requestAccess(db, parsed.value, {
    site,
    ip: clientIp(),
    key: idempotencyKeyFromForm('/pitch-deck', fields, parsed.value),
  })
  if (result.created) return confirmRequest()
  return result.status === 'approved'
    ? redirectToStep('code', { email, notice: { tone: 'info', text: deckStatusMessages.approved } })
    : statusResult(result.status, email)
}

async function submitCode(fields: Fields) {
  const parsed = parseFields(deckCodeSchema, fields)
  if (!parsed.ok) return rejectStep('code', fields, parsed.errors)
  const access = await enterCode(db, parsed.value.accessCode, { ip: clientIp() })
  if (!access) {
    const errors = [{ path: 'accessCode', message: invalidDeckCode }]
    return rejectForm(fields, errors, { title: 'Invalid Code' })
  }
  const opened = await seeOtherWithFlash('/pitch-deck', {
    tone: 'success',
    title: 'Access Granted',
    message: 'Welcome to the pitch deck.',
  })
  opened.headers.append('Set-Cookie', await deckCookie(access))
  opened.headers.append('Set-Cookie', await forgetStep())
  return opened
}

function rejectStep(step: DeckStep, fields: Fields, errors: FieldError[]) {
  const isMissing = errors.some(({ path }) => !String(fields[path] ?? '').trim())
  return rejectForm(fields, errors, isMissing ? { title: steps[step].missing } : {})
}

/** Responds to an email that already has a request. */
function statusResult(status: DeckStatus, email: string) {
  if (status === 'approved') return redirectToStep('code', { email })
  const tone = status === 'rejected' ? 'danger' : 'info'
  const notice = { tone, text: deckStatusMessages[status] } as const
  return json<GateResult>({ errors: [], values: { email, intent: 'check' }, notice })
}
