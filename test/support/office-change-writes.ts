import { stateRule, type Subjects } from './office-subjects'
import { forms, others, own, runStarted, type Subject, type Write } from './office-writes'

const proposed = '202 id,message,proposed'
const releaseNote = { note: 'Agreed on Monday' }
let made = 0
const name = (word: string) => `${word} ${++made}`

/** Another base premium of the first tier. */
async function tierFields(make: Subjects) {
  const { id, base_premium } = await make.tier()
  return { collection: 'coverage-tiers', id, base_premium: base_premium + ++made }
}
const tierForm = async (make: Subjects) => ({ fields: await tierFields(make) })

async function impactOfTier(make: Subjects) {
  return { fields: { ...(await tierFields(make)), see: 'impact' } }
}

async function tierCall(make: Subjects): Promise<Subject> {
  const { id, base_premium } = await tierFields(make)
  return { id, at: { collection: 'coverage-tiers' }, fields: { base_premium } }
}

const tables: Write[] = [
  [
    'POST /api/admin/underwriting/:collection',
    () => ({ at: { collection: 'job-roles' }, fields: { role_name: name('Diver') } }),
    '201 created_at,id,role_name,updated_at',
  ],
  [
    'POST /api/admin/underwriting/:collection, that the engine reads',
    () => ({ at: { collection: 'employer-risks' }, fields: { employer_name: name('Divers') } }),
    proposed,
  ],
  ['PUT /api/admin/underwriting/:collection/:id', tierCall, proposed],
  [
    'DELETE /api/admin/underwriting/:collection/:id',
    async (make) => ({ id: await make.jobRole(), at: { collection: 'job-roles' } }),
    '200 success',
  ],
  [
    'FORM /admin/underwriting create',
    () => ({ fields: { collection: 'job-roles', role_name: name('Diver') } }),
    forms.done,
  ],
  ['FORM /admin/underwriting update', tierForm, forms.noted],
  ['FORM /admin/underwriting update, to see its impact', impactOfTier, runStarted.done],
  [
    'FORM /admin/underwriting delete',
    async (make) => ({ fields: { collection: 'job-roles', id: await make.jobRole() } }),
    forms.done,
  ],
  ['POST /api/admin/underwriting/impact-preview', tierForm, '200 record'],
  ['FORM /admin/audit/:id/undo', async (make) => (await make.jobRole(), make.lastAuditId()), forms.done],
  [
    'FORM /admin/audit/:id/undo, of a release',
    async (make) => (await make.released(), make.lastAuditId('coverage tier')),
    forms.refused,
  ],
  [
    'POST /api/admin/underwriting/state-rules',
    async (make) => (await make.clearRules(), { fields: stateRule }),
    '201 record',
  ],
  [
    'PUT /api/admin/underwriting/state-rules/:id',
    async (make) => ({ id: await make.rule(), fields: { ...stateRule, note: 'Asked counsel' } }),
    '200 record',
  ],
  ['DELETE /api/admin/underwriting/state-rules/:id', (make) => make.rule(), '200 success'],
  [
    'FORM /admin/underwriting/state-rules save',
    async (make) => (await make.clearRules(), { fields: stateRule }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/state-rules delete',
    async (make) => ({ fields: { id: await make.rule() } }),
    forms.done,
  ],
]

const releases: Write[] = [
  [
    'POST /api/admin/underwriting/releases',
    async (make) => ({ fields: { ...releaseNote, changes: [await make.change()] } }),
    others('201 id,state,success'),
  ],
  ['DELETE /api/admin/underwriting/releases/:id', (make) => make.scheduled(), '200 success'],
  [
    'POST /api/admin/underwriting/changes/:id',
    async (make) => ({ id: await make.change(), fields: { note: 'In use' } }),
    others('200 success'),
  ],
  ['DELETE /api/admin/underwriting/changes/:id', (make) => make.change(), own('200 success')],
  [
    'FORM /admin/underwriting/releases ask',
    async (make) => ({ fields: { ...releaseNote, [`change-${await make.change()}`]: 'yes' } }),
    '303',
  ],
  [
    'FORM /admin/underwriting/releases release',
    async (make) => ({ fields: { ...releaseNote, [`change-${await make.change()}`]: 'yes' } }),
    others(forms.done, '403'),
  ],
  [
    'FORM /admin/underwriting/releases cancel',
    async (make) => ({ fields: { id: await make.scheduled() } }),
    forms.done,
  ],
  [
    'FORM /admin/underwriting/releases read, of one that did not fail',
    async (make) => ({ fields: { id: await make.released() } }),
    '404',
  ],
  [
    'FORM /admin/underwriting/releases/change/:id release',
    async (make) => ({ id: await make.change(), fields: releaseNote }),
    others(forms.done, '403'),
  ],
  [
    'FORM /admin/underwriting/releases/change/:id reject',
    async (make) => ({ id: await make.change(), fields: releaseNote }),
    others(forms.done, '403'),
  ],
  ['FORM /admin/underwriting/releases/change/:id withdraw', (make) => make.change(), own(forms.done, '403')],
  ['FORM /admin/underwriting/releases/change/:id impact', (make) => make.change(), runStarted.done],
  [
    'FORM /admin/underwriting/proposal/:id release',
    async (make) => ({ id: await make.version(), fields: { decision_note: 'Agreed on Monday' } }),
    others(forms.done, '403'),
  ],
  [
    'FORM /admin/underwriting/proposal/:id reject',
    async (make) => ({ id: await make.version(), fields: { decision_note: 'Not now' } }),
    others(forms.done, '403'),
  ],
  ['FORM /admin/underwriting/proposal/:id withdraw', (make) => make.version(), own(forms.done, '403')],
  ['FORM /admin/underwriting/proposal/:id impact', (make) => make.version(), runStarted.done],
  [
    'POST /api/admin/underwriting/portfolio-factor',
    async (make) => (await make.clearFactor(), { fields: make.factor() }),
    '202 id,state,success',
  ],
  [
    'FORM /admin/underwriting/portfolio-factor release',
    async (make) => (await make.clearFactor(), { fields: make.factor() }),
    forms.noted,
  ],
  ['FORM /admin/underwriting/portfolio-factor impact', (make) => ({ fields: make.factor() }), '200'],
  [
    'FORM /admin/underwriting/portfolio-factor release-proposed',
    async (make) => ({ fields: { id: await make.proposedFactor() } }),
    others(forms.done, '403'),
  ],
  [
    'FORM /admin/underwriting/portfolio-factor reject',
    async (make) => ({ fields: { id: await make.proposedFactor() } }),
    others(forms.noted, '403'),
  ],
  [
    'FORM /admin/underwriting/portfolio-factor withdraw',
    async (make) => ({ fields: { id: await make.proposedFactor() } }),
    own(forms.noted, '403'),
  ],
]

export const changeWrites: Write[] = [...tables, ...releases]
