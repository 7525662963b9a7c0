import type { Caller, Fields } from './office'
import { accept, exclude, type Subjects } from './office-subjects'

/** What a write is sent to, and with what: `at` fills the params of the path, a plain id the param `:id`. */
export type Subject =
  number | { id?: number; at?: Record<string, string | number>; query?: string; fields?: Fields }
type Admin = Exclude<Caller, 'visitor' | 'member'>

/** A status, with the names in the answer of a call, or the tone of the message that a form leads to. */
type Answers = string | Record<Admin, string>

/**
 * A call (`POST /api/...`) or a form of a page (`FORM /admin/... intent`), what makes its subject, and the answer to each admin. After a
 * comma stands which of several cases it is.
 */
export type Write = [name: string, subject: (make: Subjects) => Subject | Promise<Subject>, answers: Answers]

/** The author alone may not: another admin must. */
export const others = (yes: string, no = '403 error') => ({ author: no, underwriter: yes, senior: yes })
/** The author alone may. */
export const own = (yes: string, no = '403 error') => ({ author: yes, underwriter: no, senior: no })
/** Seniors alone may. */
const seniors = (yes: string, no = '403 error') => ({ author: no, underwriter: no, senior: yes })
export const runStarted = { done: '303', nothing: '409' }
export const forms = { done: '303 success', noted: '303 info', refused: '303 error' }

const reply = { subject: 'Your message', message: 'It is sold from next year on.' }
const correction = { employment_length: 3, reason: 'The applicant says so by mail.' }
const question = { message: 'Since when do you work there?' }
export const decisionWrites: Write[] = [
  [
    'POST /api/admin/underwriting/results/:id/decision, within the limits',
    async (make) => ({ id: await make.referral(), fields: accept }),
    '201 id,success,waits_for_senior',
  ],
  [
    'POST /api/admin/underwriting/results/:id/decision, about a result that is not referred',
    async (make) => ({ id: await make.result(), fields: accept }),
    '409 error',
  ],
  [
    'PUT /api/admin/underwriting/results/:id/decision',
    (make) => make.proposedDecision(),
    seniors('200 id,success'),
  ],
  [
    'POST /api/admin/underwriting/results/:id/decision/price',
    async (make) => ({ id: await make.referral(), fields: { loading_percent: '25' } }),
    '200 price',
  ],
  [
    'POST /api/admin/underwriting/results/:id/decision/price, without a change',
    async (make) => ({ id: await make.referral(), fields: {} }),
    '422 error',
  ],
  [
    'FORM /admin/underwriting/result/:id decide',
    async (make) => ({ id: await make.referral(), fields: accept }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/result/:id decide, beyond the limits',
    async (make) => ({ id: await make.referral(), fields: exclude }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/result/:id confirm',
    (make) => make.proposedDecision(),
    seniors(forms.done, '403'),
  ],
  [
    'FORM /admin/underwriting/result/:id price',
    async (make) => ({ id: await make.referral(), fields: { loading_percent: 10 } }),
    '200',
  ],
  ['FORM /admin/underwriting/result/:id replay', (make) => make.result(), '200'],
  ['FORM /admin/underwriting/result/:id send', (make) => make.decided(), forms.done],
  ['FORM /admin/underwriting/result/:id send, before a decision', (make) => make.referral(), '409'],
  [
    'FORM /admin/underwriting/result/:id send, before a senior has confirmed',
    async (make) => (await make.proposedDecision()).id,
    '409',
  ],
  ['FORM /admin/underwriting/result/:id withdraw', (make) => make.sent(), forms.done],
  [
    'PUT /api/admin/users/:id/authority',
    ({ ids }) => ({ id: ids.author, fields: { authority: 'underwriter' } }),
    seniors('200 success'),
  ],
  [
    'PUT /api/admin/users/:id/authority, of the senior',
    ({ ids }) => ({ id: ids.senior, fields: { authority: 'underwriter' } }),
    '403 error',
  ],
  [
    'FORM /admin/accounts/:id authority',
    ({ ids }) => ({ id: ids.author, fields: { authority: 'underwriter' } }),
    seniors(forms.done, forms.refused),
  ],
]

export const applicationWrites: Write[] = [
  [
    'PUT /api/admin/quote-submissions/:id',
    async (make) => ({ id: await make.quote(), fields: { status: 'In review' } }),
    '200 record',
  ],
  [
    'PUT /api/admin/contact-submissions/:id',
    async (make) => ({ id: await make.contact(), fields: { status: 'Responded' } }),
    '200 record',
  ],
  [
    'PUT /api/admin/waitlist-submissions/:id',
    async (make) => ({ id: await make.waiting(), fields: { status: 'Invited' } }),
    '200 record',
  ],
  [
    'PUT /api/admin/career-submissions/:id',
    () => ({ id: 999_999, fields: { status: 'Reviewing' } }),
    '404 error',
  ],
  [
    'POST /api/admin/contact-submissions/:id/replies',
    async (make) => ({ id: await make.contact(), fields: reply }),
    '201 id,success',
  ],
  [
    'FORM /admin/submissions/contacts/:id/reply',
    async (make) => ({ id: await make.contact(), fields: reply }),
    forms.done,
  ],
  [
    'FORM /admin/submissions/:kind/:id',
    async (make) => ({ id: await make.quote(), at: { kind: 'quotes' }, fields: { status: 'In review' } }),
    forms.done,
  ],
  [
    'FORM /admin/submissions',
    async (make) => ({ fields: { [`chosen-${await make.quote()}`]: 'Pending', status: 'In review' } }),
    '303',
  ],
  [
    'FORM /admin/submissions/status',
    async (make) => ({ query: `?change=Pending~Declined~${await make.quote()}` }),
    forms.done,
  ],
  [
    'FORM /admin/submissions run',
    async (make) => ({ fields: { [`chosen-${await make.quote()}`]: 'Pending' } }),
    forms.done,
  ],
  [
    'FORM /admin/work/send',
    async (make) => {
      const { result, quote } = await make.ready()
      return { fields: { [`chosen-${result}`]: quote } }
    },
    '303',
  ],
  [
    'FORM /admin/work/send/confirm',
    async (make) => {
      const { result, quote } = await make.ready()
      return { query: `?results=${result}-${quote}` }
    },
    forms.done,
  ],
  [
    'PUT /api/admin/quotes/:id/assignment',
    async (make) => ({ id: await make.quote(), fields: { admin_id: make.ids.senior } }),
    '200 success',
  ],
  [
    'FORM /admin/underwriting/assign/:id',
    async (make) => ({ id: await make.quote(), fields: { to: make.ids.senior, seen: '' } }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/assign/:id, that another has taken since',
    async (make) => ({ id: await make.taken(), fields: { to: make.ids.senior, seen: '' } }),
    forms.refused,
  ],
  [
    'FORM /admin/underwriting/assign/:id take',
    async (make) => ({ id: await make.quote(), fields: { to: make.ids.senior, seen: '' } }),
    forms.done,
  ],
  [
    'POST /api/admin/quotes/:id/questions',
    async (make) => ({ id: await make.quote(), fields: question }),
    '201 id,success',
  ],
  [
    'FORM /admin/underwriting/ask/:id',
    async (make) => ({ id: await make.quote(), fields: question }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/ask/:id, with its key alone',
    async (make) => ({ id: await make.quote(), fields: { idempotency_key: 'a-key-without-more' } }),
    '422',
  ],
  [
    'POST /api/admin/quotes/:id/corrections',
    async (make) => ({ id: await make.quote(), fields: correction }),
    '201 id,success',
  ],
  [
    'POST /api/admin/quotes/:id/corrections, from before another one',
    async (make) => ({ id: await make.corrected(), fields: { ...correction, seen: 0 } }),
    '409 error',
  ],
  [
    'POST /api/admin/quotes/:id/corrections/preview',
    async (make) => ({ id: await make.quote(), fields: correction }),
    '200 changes,errors,price,problem',
  ],
  [
    'FORM /admin/underwriting/correct/:id price',
    async (make) => ({ id: await make.quote(), fields: { ...correction, seen: '0' } }),
    '200',
  ],
  [
    'FORM /admin/underwriting/correct/:id save',
    async (make) => ({ id: await make.quote(), fields: { ...correction, seen: '0' } }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/correct/:id save, from before another one',
    async (make) => ({ id: await make.corrected(), fields: { ...correction, seen: '0' } }),
    '409',
  ],
  ['FORM /admin/underwriting/question/:id withdraw', (make) => make.question(), forms.done],
  ['FORM /admin/underwriting/question/:id read', (make) => make.question(), forms.done],
  [
    'POST /api/admin/underwriting/quote',
    async (make) => ({ fields: { quote_id: await make.quote() } }),
    '201 result,success',
  ],
  ['FORM /admin/underwriting/quote/:id', (make) => make.quote(), forms.done],
  ['FORM /admin/underwriting/quote/:id run', (make) => make.quote(), forms.done],
  ['FORM /admin/underwriting', async (make) => ({ fields: { quote_id: await make.quote() } }), forms.done],
  [
    'POST /api/admin/underwriting/batch',
    async (make) => ({ fields: { quotes: [await make.quote()] } }),
    '202 id,success',
  ],
  ['DELETE /api/admin/underwriting/batch/:id, that has ended', endedBatch, '409 error'],
  ['FORM /admin/underwriting/batch/:id cancel, that has ended', endedBatch, forms.noted],
  ['FORM /admin/work run', async (make) => (await make.quote(), {}), forms.done],
  ['FORM /admin/work again', async (make) => ({ fields: { quotes: await make.quote() } }), forms.done],
]

async function endedBatch(make: Subjects) {
  const id = await make.batch()
  await make.settle()
  return id
}
