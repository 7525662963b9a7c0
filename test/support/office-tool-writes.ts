import type { Subjects } from './office-subjects'
import { forms, others, own, runStarted, type Write } from './office-writes'

const simulation = {
  scenario: 'baseline',
  start: '2026-01',
  months: 6,
  paths: 100,
  members: 50,
  reserve: 1000,
  seed: 1,
}

let made = 0
const name = (word: string) => `${word} ${++made}`
const code = async (make: Subjects) => ({ fields: await make.engine() })

async function ended(make: Subjects, run: Promise<number>) {
  const id = await run
  await make.settle()
  return id
}

const engine: Write[] = [
  ['POST /api/admin/underwriting/code', code, '202 message,proposed,success'],
  ['PUT /api/admin/underwriting/draft', code, '200 kept'],
  [
    'POST /api/admin/underwriting/restore/:filename',
    async (make) => ({ at: { filename: await make.backup() } }),
    // It waits from the first call on.
    {
      author: '202 message,proposed,success',
      underwriter: '200 backup,message,success',
      senior: '200 backup,message,success',
    },
  ],
  ['FORM /admin/underwriting/code draft', code, forms.done],
  ['FORM /admin/underwriting/code, without code', () => ({ fields: { code: '' } }), '422'],
  ['FORM /admin/underwriting/code save, without code', () => ({ fields: { code: '' } }), '422'],
  ['FORM /admin/underwriting/code propose', code, forms.noted],
  ['FORM /admin/underwriting/code impact', code, '200'],
  ['FORM /admin/underwriting/code run', code, runStarted.done],
  ['FORM /admin/underwriting/code cancel', () => ({}), '303'],
  [
    'FORM /admin/underwriting/code restore',
    async (make) => ({ fields: { filename: await make.backup() } }),
    forms.noted,
  ],
  ...['keep', 'discard', 'save', 'propose'].map((intent): Write => [
    `FORM /admin/underwriting/tables ${intent}`,
    () => ({}),
    forms.noted,
  ]),
  ...['add', 'remove'].map((intent): Write => [
    `FORM /admin/underwriting/tables ${intent}, without a table`,
    () => ({ fields: { intent: `${intent} 0` } }),
    intent === 'add' ? '303' : forms.noted,
  ]),
  ['FORM /admin/underwriting/tables check', () => ({}), '200'],
  ['FORM /admin/underwriting/tables impact, without a change', () => ({}), runStarted.nothing],
  ...['keep', 'remove', 'discard', 'save'].map((intent): Write => [
    `FORM /admin/underwriting/tests ${intent}`,
    () => ({}),
    forms.noted,
  ]),
  ['FORM /admin/underwriting/tests add, without a name', () => ({}), '422'],
  ['FORM /admin/underwriting/tests adjust, of none', () => ({}), '422'],
  ['FORM /admin/underwriting/tests check', () => ({}), '200'],
  ['FORM /admin/underwriting/tests impact, without a change', () => ({}), runStarted.nothing],
  [
    'POST /api/admin/underwriting/challenger',
    async (make) => (await make.clearChallenger(), { fields: await make.challenger() }),
    '201 id,success',
  ],
  [
    'DELETE /api/admin/underwriting/challenger',
    async (make) => ({ fields: await make.liveChallenger() }),
    '200 id,success',
  ],
  [
    'FORM /admin/underwriting/challenger name',
    async (make) => (await make.clearChallenger(), { fields: await make.challenger() }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/challenger end',
    async (make) => ({ fields: await make.liveChallenger() }),
    forms.done,
  ],
  [
    'POST /api/admin/underwriting/impact',
    async (make) => ({ fields: { what: 'change', id: await make.change() } }),
    '202 id,success',
  ],
  [
    'DELETE /api/admin/underwriting/impact/:id, that has ended',
    (make) => ended(make, make.impact()),
    '409 error',
  ],
  [
    'FORM /admin/underwriting/impact/:id cancel, that has ended',
    (make) => ended(make, make.impact()),
    forms.noted,
  ],
  [
    'FORM /admin/underwriting/impact/:id run-again, of a run that moved nothing',
    (make) => ended(make, make.impact()),
    forms.noted,
  ],
  ['FORM /admin/underwriting/simulation start', () => ({ fields: simulation }), runStarted.done],
  ['FORM /admin/underwriting/simulation cancel, of none', () => ({ fields: { run: 999_999 } }), forms.noted],
]

const imports: Write[] = [
  ['POST /api/admin/underwriting/import', () => ({}), '403 error'],
  ['FORM /admin/run-import preview', () => ({ fields: { 'bundled-coverage-tiers': 'yes' } }), '303'],
  ['FORM /admin/run-import import', () => ({ fields: { 'bundled-coverage-tiers': 'yes' } }), '403'],
  [
    'FORM /admin/run-import import-checked',
    async (make) => ({ fields: { preview: await make.preview() } }),
    others('303', forms.refused),
  ],
  [
    'FORM /admin/run-import import-good-rows',
    async (make) => ({ fields: { preview: await make.preview() } }),
    others('303', forms.refused),
  ],
  [
    'FORM /admin/run-import undo',
    async (make) => ({ fields: { run: await make.lastImport() } }),
    forms.refused,
  ],
]

const accounts: Write[] = [
  ['DELETE /api/admin/users/:id/sessions', (make) => make.session(), '200 ended,success'],
  [
    'DELETE /api/admin/users/:id/sessions/:sessionId',
    async (make) => ({ id: await make.session(), at: { sessionId: await make.sessionId() } }),
    '200 ended,success',
  ],
  ['DELETE /api/admin/users/:id/second-factor, of an account without', (make) => make.session(), '409 error'],
  ['FORM /admin/accounts/:id end-all', (make) => make.session(), forms.done],
  [
    'FORM /admin/accounts/:id end',
    async (make) => ({ id: await make.session(), fields: { session_id: await make.sessionId() } }),
    forms.done,
  ],
  [
    'FORM /admin/accounts/:id remove-second-factor, of an account without',
    (make) => make.session(),
    forms.refused,
  ],
  ['FORM /admin/session-info end-other-sessions', () => ({}), forms.done],
  [
    'FORM /admin/session-info, of another account',
    async (make) => (await make.session(), { fields: { session_id: await make.sessionId() } }),
    forms.refused,
  ],
  ['FORM /admin/mail/:id', () => 1, forms.done],
  [
    'FORM /admin/views save',
    () => ({ fields: { list: 'results', query: '', name: name('View') } }),
    forms.done,
  ],
  [
    'FORM /admin/views rename',
    async (make) => ({ fields: { view: await make.view(), name: name('View') } }),
    own(forms.done, forms.refused),
  ],
  [
    'FORM /admin/views delete',
    async (make) => ({ fields: { view: await make.view() } }),
    own(forms.done, forms.refused),
  ],
]

const deck: Write[] = [
  ['POST /api/pitch-deck/admin/approve/:id', (make) => make.deckRequest(), '200 success'],
  ['POST /api/pitch-deck/admin/reject/:id', (make) => make.deckRequest(), '200 success'],
  ['POST /api/pitch-deck/admin/resend/:id', (make) => make.deckRequest('approved'), '200 success'],
  ['DELETE /api/pitch-deck/admin/delete/:id', (make) => make.deckRequest(), '200 success'],
  ...['approve', 'reject', 'delete'].map((intent): Write => [
    `FORM /pitch-deck-admin ${intent}`,
    async (make) => ({ fields: { id: await make.deckRequest() } }),
    forms.done,
  ]),
  [
    'FORM /pitch-deck-admin resend',
    async (make) => ({ fields: { id: await make.deckRequest('approved') } }),
    forms.done,
  ],
  ['FORM /pitch-deck-admin/:id/reject', (make) => make.deckRequest(), forms.done],
]

export const toolWrites: Write[] = [...engine, ...imports, ...accounts, ...deck]
