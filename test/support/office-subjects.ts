import { engineSource } from './engine'
import { bystander, type Fields, type Office } from './office'
import { admin, application } from './program'

const api = '/api/admin/underwriting'
let made = 0
/** Few versions, so that most have passed the check before: the check of another one takes seconds. */
const engines = ['', '// second\n', '// third\n'].map((end) => engineSource + end)

/** What an admin finds: applications, results, decisions, changes and drafts, each new and made by the author. */
export function subjectsOf({ ask, call, send, ids }: Office) {
  let hasReplaced = false
  const id = async (path: string, body: Fields) =>
    (await ask<{ id: number }>('author', 'POST', path, body)).id
  const person = () => ({ name: 'Ann Doe', email: `ann${++made}@example.com`, consent: 'on' })
  const quote = (answers: Fields = {}) => {
    const { email } = person()
    return id('/api/quote-submissions', { ...application, email, quote_email: email, ...answers })
  }
  const result = async (answers: Fields = {}) => {
    const body = { quote_id: await quote(answers) }
    return (await ask<{ result: { id: number } }>('author', 'POST', `${api}/quote`, body)).result.id
  }
  /** A referred result: the application contradicts itself. */
  const referral = (coverage_level = 'standard') =>
    result({ children_count: 3, family_size: 3, employment_length: 12, income: 9000, coverage_level })
  const proposedDecision = async () => {
    const at = await referral('ultra')
    return { id: at, fields: { decision: await id(`${api}/results/${at}/decision`, accept) } }
  }
  const sent = async () => {
    const at = await result()
    await send('author', `/admin/underwriting/result/${at}`, { intent: 'send' })
    return at
  }
  const tier = async () =>
    (await ask<{ id: number; base_premium: number }[]>('author', 'GET', `${api}/coverage-tiers`))[0]!
  const change = async () => {
    const { id: at, base_premium } = await tier()
    const body = { base_premium: Math.round(base_premium * 100 + ++made) / 100 }
    return (await ask<{ id: number }>('author', 'PUT', `${api}/coverage-tiers/${at}`, body)).id
  }
  const released = async (more: Fields = {}) => {
    const body = { changes: [await change()], note: 'Agreed on Monday', ...more }
    return (await ask<{ id: number }>('senior', 'POST', `${api}/releases`, body)).id
  }
  /** A version that is not in use, and waits no more. */
  const engine = async () => {
    const page = await read('/admin/underwriting/code')
    for (const [, at] of page.matchAll(/\/underwriting\/proposal\/(\d+)/g))
      for (const [caller, intent] of [
        ['author', 'withdraw'],
        ['senior', 'reject'],
        ['senior', 'withdraw'],
      ] as const)
        await send(caller, `/admin/underwriting/proposal/${at}`, { intent, decision_note: 'Not now' })
    const { code: inUse } = await ask<{ code: string }>('author', 'GET', `${api}/code`)
    return { code: engines.find((code) => code !== inUse) ?? '', note: `Why ${++made}` }
  }
  const version = async () => {
    const body = await engine()
    const answer = await ask<{ proposed: { id: number } }>('author', 'POST', `${api}/code`, body)
    return answer.proposed.id
  }
  const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  const rule = async () => {
    await clearRules()
    return id(`${api}/state-rules`, stateRule)
  }
  const clearRules = async () => {
    for (const { id: at } of await ask<{ id: number }[]>('author', 'GET', `${api}/state-rules`))
      await call('author', 'DELETE', `${api}/state-rules/${at}`)
  }
  const read = async (path: string) => (await call('author', 'GET', path)).text()
  /** Never the one in use, and within a tenth of it. */
  const factor = () => {
    const value = 1 + (++made % 900) / 10_000
    return { factor: value, seen: value, note: 'The claims of the last quarter ask for it.' }
  }
  const clearFactor = async () => {
    const { waiting } = await ask<{ waiting: { id: number } | null }>(
      'author',
      'GET',
      `${api}/portfolio-factor`,
    )
    // Its author withdraws it, another admin rejects it.
    for (const intent of waiting ? ['withdraw', 'reject'] : [])
      await send('author', '/admin/underwriting/portfolio-factor', { intent, id: waiting?.id ?? 0 })
  }
  const challenger = async () => {
    const page = await read('/admin/underwriting/challenger')
    return { version: numberIn(page, /<option value="(\d+)"/), reason: 'To see what it would give' }
  }
  const clearChallenger = async () => {
    const { challenger: live } = await ask<{ challenger: { id: number } | null }>(
      'author',
      'GET',
      `${api}/challenger`,
    )
    if (live)
      await ask('author', 'DELETE', `${api}/challenger`, { challenger: live.id, reason: 'Seen enough' })
  }
  return {
    ids,
    quote,
    result,
    referral,
    proposedDecision,
    sent,
    tier,
    change,
    rule,
    clearRules,
    released,
    scheduled: () => released({ live_from: tomorrow() }),
    /** An application that the author works on. */
    taken: async () => {
      const at = await quote()
      await ask('author', 'PUT', `/api/admin/quotes/${at}/assignment`, { admin_id: ids.author })
      return at
    },
    /** A result that can be sent together with others, with its application. */
    ready: async () => {
      const at = await result()
      const { quote_submission_id: of } = await ask<{ quote_submission_id: number }>(
        'author',
        'GET',
        `${api}/results/${at}`,
      )
      return { result: at, quote: of }
    },
    decided: async () => {
      const at = await referral()
      await id(`${api}/results/${at}/decision`, accept)
      return at
    },
    corrected: async () => {
      const at = await quote()
      const body = { employment_length: 7, reason: 'It was a slip of the pen.' }
      await id(`/api/admin/quotes/${at}/corrections`, body)
      return at
    },
    question: async () =>
      id(`/api/admin/quotes/${await quote()}/questions`, { message: 'Since when do you work there?' }),
    engine,
    version,
    contact: () =>
      id('/api/contact-submissions', { ...person(), inquiry_type: 'Other', message: 'Is it sold?' }),
    waiting: () => id('/api/waitlist-submissions', { ...person(), interest_level: 'interested' }),
    jobRole: async () => id(`${api}/job-roles`, { role_name: `Role ${++made}` }),
    /** An account that is logged in. */
    session: async () => {
      await call('visitor', 'POST', '/api/auth/login', { email: bystander, password: admin.password })
      return ids.bystander
    },
    sessionId: async () =>
      numberIn(await read(`/admin/accounts/${ids.bystander}`), /end-sessions\?session=(\d+)/),
    lastAuditId: async (entity = '') =>
      numberIn(
        await read(`/admin/audit?entity=${encodeURIComponent(entity)}`),
        /\/admin\/audit\/(\d+)\/undo/,
      ),
    deckRequest: async (state: 'pending' | 'approved' = 'pending') => {
      await ask('visitor', 'POST', '/api/pitch-deck/request-access', { ...person(), company: 'Fund' })
      const path = '/api/pitch-deck/admin/requests'
      const { requests } = await ask<{ requests: { id: number }[] }>('author', 'GET', path)
      const at = Math.max(...requests.map((request) => request.id))
      if (state === 'approved') await ask('author', 'POST', `/api/pitch-deck/admin/approve/${at}`)
      return at
    },
    batch: async () => id(`${api}/batch`, { quotes: [await quote()] }),
    impact: async () => id(`${api}/impact`, { what: 'change', id: await change() }),
    /** A version that was in use before. */
    backup: async () => {
      if (!hasReplaced) {
        const path = `/admin/underwriting/proposal/${await version()}`
        await send('senior', path, { intent: 'release', decision_note: 'Agreed on Monday' })
        hasReplaced = true
      }
      const { backups } = await ask<{ backups: { filename: string }[] }>('author', 'GET', `${api}/backups`)
      return backups[0]?.filename ?? ''
    },
    view: async () => {
      const name = `View ${++made}`
      await send('author', '/admin/views', { intent: 'save', list: 'results', query: '', name })
      return numberIn(await read('/admin/views'), new RegExp(`value="(\\d+)"[^]{0,600}${name}"`))
    },
    factor,
    clearFactor,
    proposedFactor: async () => {
      await clearFactor()
      return id(`${api}/portfolio-factor`, factor())
    },
    challenger,
    clearChallenger,
    liveChallenger: async () => {
      await clearChallenger()
      return { challenger: await id(`${api}/challenger`, await challenger()), reason: 'Seen enough' }
    },
    preview: async () => {
      const fields = { intent: 'preview', 'bundled-coverage-tiers': 'yes' }
      const shown = await send('author', '/admin/run-import', fields)
      return numberIn(shown.headers.get('Location') ?? '', /run=(\d+)/)
    },
    lastImport: async () => numberIn(await read('/admin/run-import'), /run-import\?run=(\d+)/),
    /** Waits for the end of runs that are under way: one of a kind runs at a time. */
    settle: async () => {
      const runs = ['batch', 'impact', 'simulation', 'import'].map((name) => `${api}/${name}-progress`)
      for (const path of runs)
        while ((await ask('author', 'GET', path)) !== null) await new Promise((done) => setTimeout(done, 200))
    },
  }
}
function numberIn(text: string, pattern: RegExp) {
  const number = Number(pattern.exec(text)?.[1])
  if (Number.isNaN(number)) throw new Error(`${String(pattern)} is not in ${text.slice(0, 3000)}`)
  return number
}

export type Subjects = ReturnType<typeof subjectsOf>

export const accept = {
  verdict: 'accepted',
  reason: 'confirmed',
  words: 'The applicant confirmed it on the phone.',
}
export const exclude = {
  verdict: 'changed',
  reason: 'excluded',
  exclusion: 'The end of the season.',
  words: 'The work ends each autumn.',
  told: 'Your work ends each autumn.',
}
/** Of a state where few people of the population live: the check of another takes longer. */
export const stateRule = { state: 'AK', factor: 'credit_score', source: 'Example Code 1' }
