// The underwriting engine: one application in, one result out. engine.md describes the input, the formulas and the trace.
//
//   premium = base_premium x rating factors (capped) x cover taken x persistency x portfolio factor, rounded to cents
//
// The figures are in input.tables. Every number in the formula of a factor is also a value of the same result, so that the price can be
// computed again from the result alone.

function underwrite(input) {
  const { quote } = input
  const { limits } = input.tables
  const trace = { steps: [], factors: [], warnings: [] }
  const tiers = readTiers(input.tiers)
  const work = readWork(input, trace)
  const person = readPerson(input, work, trace)

  rate(input, work, trace)
  const ratings = trace.factors.map(({ multiplier }) => multiplier)
  const product = step(trace, 'Product of the rating factors', calc('x', ...ratings))
  const cap = step(trace, 'Cap on the rating factors', limits.cap.value)
  const combined = step(trace, 'Combined risk factor', smaller(cap, product))

  const allowed = tiers.filter((tier) => tier.min_job_tenure_months <= person.months)
  const offers = allowed.map((tier) =>
    offerIn(tier, { ratings, product, combined, income: person.income, input }),
  )
  const isWorthless = offers.some(({ premium }) => premium <= 0)
  const choice = chooseOffer(quote, tiers, offers, person, limits)
  const refusals = [
    ...refusalsOf(quote, person, limits, isWorthless),
    ...(choice.offer === null ? choice.reasons : []),
  ]
  const result = refusals.length > 0 ? declined(refusals) : offered(input, work, person, choice, trace)
  const score = smaller(100, larger(0, calc('+', calc('/', 100, calc('+', 1, combined)), result.offset)))
  return {
    ...result.figures,
    user_score: step(trace, 'User score, 0 to 100', score, 4),
    combined_risk_factor: round(combined, 4),
    calculation_details: {
      decision: result.decision,
      base_premium: result.base,
      data_sources: sourcesOf(input, work),
      factors: trace.factors,
      get steps() {
        return trace.steps.map((line) => ({ ...line, formula: textOf(line.formula) }))
      },
      expected: result.expected,
      warnings: trace.warnings,
    },
  }
}

function declined(reasons) {
  return {
    figures: { coverage_tier: null, max_coverage: 0, monthly_premium: 0, annual_premium: 0, ratio: 0 },
    decision: { status: 'declined', reasons },
    expected: { frequency: 0, benefit: 0, claims: 0, lossRatio: 0 },
    base: 0,
    offset: 0,
  }
}

function offered(input, work, person, { offer, reasons }, trace) {
  const { tier } = offer
  load(offer, trace, input)
  const expected = expectedClaims(input.tables, work, person, offer, trace)
  const referrals = referralsOf(input, work, person, offer, expected)
  const annual = step(trace, 'Annual premium', calc('x', 12, offer.premium, 0.95), 2)
  const ratio = step(trace, 'Coverage over monthly premium', calc('/', offer.benefit, offer.premium), 4)
  step(trace, 'Fee for a late payment', calc('x', offer.premium, tier.penalty_for_late_payment), 2)
  step(trace, 'Credit for an early renewal', calc('x', annual, tier.reward_for_early_renewal), 2)
  const met = reason('MET', `Every requirement of ${tier.tier_name} is met.`)
  return {
    figures: {
      coverage_tier: tier.tier_name,
      max_coverage: offer.benefit,
      monthly_premium: offer.premium,
      annual_premium: annual,
      ratio,
    },
    decision: {
      status: referrals.length > 0 ? 'referred' : 'approved',
      reasons: referrals.length > 0 ? [...reasons, ...referrals] : [...reasons, met],
    },
    expected,
    base: tier.base_premium,
    offset: tier.score_offset,
  }
}

function sourcesOf({ portfolio, notRated }, { employer, industry, record }) {
  return {
    employer: employer === null ? 'no record of the employer' : String(employer.employer_name),
    industry: industry === null ? 'no row of the industry' : String(industry.industry_name),
    layoff_rate: record !== null ? 'employer' : industry !== null ? 'industry' : 'portfolio',
    portfolio: `released factor ${portfolio.factor}`,
    not_rated: notRated.join(', ') || 'none',
  }
}

// Rating: one factor for each table, and one for the employer. What is absent, unknown or not rated in the state is neutral.

function rate({ quote, tables, notRated }, work, trace) {
  const personal = tables.rating.filter(({ input }) => !input.startsWith('employer.'))
  for (const table of personal) {
    const answer = table.name === 'industry' ? work.industryName : quote[table.input]
    const skipped = notRated.includes(table.name)
    const row = skipped ? null : rowFor(table, answer, trace)
    const formula = table.name === 'industry' ? industryFormula(row, work, tables.claim, trace) : null
    addFactor(trace, {
      name: table.name,
      label: table.label,
      group: table.group,
      table: table.name,
      answer: skipped ? 'Not rated in this state' : isAbsent(answer) ? 'Not known' : answer,
      row: row === null ? null : rowName(row),
      formula: formula === null ? (row === null ? 1 : row.multiplier) : formula,
      source: skipped ? stateRule : row === null ? 'neutral' : row.source,
    })
  }
  addFactor(trace, employerFactor(tables, work, notRated.includes('employer'), trace))
}

const stateRule = 'neutral: a rule of the state does not allow it'

// An industry's layoffs today over those that its row was derived from.
function industryFormula(row, { industry }, claim, trace) {
  if (row === null || industry === null || industry.avg_layoff_frequency === null) return null
  step(trace, 'Multiplier of the industry', row.multiplier)
  const today = step(trace, 'Layoffs of the industry, percent a month', industry.avg_layoff_frequency)
  const base = claimRow(claim.displacement, { industry: industry.industry_name, period: 'cycle' })
  if (base === null) return null
  const before = step(trace, 'Layoffs that its multiplier was derived from', base.layoffs)
  return calc('/', calc('x', row.multiplier, today), before)
}

// One estimate of the employer's layoffs over its industry's: its record, by credibility, and the other signs as the prior.
function employerFactor(tables, { employer, record }, skipped, trace) {
  const known = employer !== null && !skipped
  const factor = {
    name: 'employer',
    label: 'Layoffs of the employer',
    group: 'employer',
    table: 'credibility',
    row: null,
    answer: known ? String(employer.employer_name) : skipped ? 'Not rated in this state' : 'Not known',
    formula: 1,
    source: skipped ? stateRule : 'neutral',
  }
  if (!known) return factor
  const signs = tables.rating
    .filter(({ input }) => input.startsWith('employer.'))
    .map((table) => {
      const row = rowFor(table, employer[table.input.slice('employer.'.length)], trace)
      return step(trace, table.label, row === null ? 1 : row.multiplier)
    })
  const prior = step(trace, 'Prior of the employer', calc('x', 1, ...signs))
  const weight = record === null ? null : claimRow(tables.claim.credibility, { size: employer.employer_size })
  if (weight === null) return { ...factor, formula: prior, source: 'judgement' }
  const own = step(trace, "Weight of the employer's record", weight.value)
  const rest = step(trace, 'Weight of the prior', calc('-', 1, own))
  const { source } = weight
  return {
    ...factor,
    row: employer.employer_size,
    formula: calc('+', calc('x', own, record), calc('x', rest, prior)),
    source,
  }
}

function rowFor(table, answer, trace) {
  if (isAbsent(answer)) return null
  const key = typeof answer === 'boolean' ? String(answer).toUpperCase() : answer
  const row =
    table.kind === 'choice'
      ? table.rows.find((row) => row.key === key)
      : table.rows.find(({ from, to }) => (from === null || answer >= from) && (to === null || answer < to))
  if (row !== undefined) return row
  trace.warnings.push(
    `${table.label}: "${String(answer).slice(0, 60)}" is not in the table and counts as neutral.`,
  )
  return null
}

function rowName({ key, from, to }) {
  return key !== undefined
    ? key
    : from === null
      ? `below ${to}`
      : to === null
        ? `${from} and above`
        : `${from} to ${to}`
}

// Offers

function offerIn(tier, { ratings, product, combined, income, input }) {
  const { limits } = input.tables
  const sixMonths = round(limits.months_of_income.value * income, 2)
  const benefit = round(Math.min(tier.max_monthly_benefit, sixMonths), 2)
  const churn = round(tier.base_churn_rate * tier.tier_churn_factor)
  const expense = round(1 + limits.expense_months.value * churn)
  const usual = round(1 + limits.expense_months.value * limits.reference_churn.value)
  const factor = round(column(input.portfolio, 'portfolio', 'factor', 0.5, 2))
  const loads = [
    round(combined / product),
    round(benefit / tier.max_monthly_benefit),
    round(expense / usual),
    factor,
  ]
  const before = round([...ratings, ...loads].reduce(operations.x, tier.base_premium))
  return {
    tier,
    income,
    product,
    combined,
    sixMonths,
    benefit,
    churn,
    expense,
    usual,
    premium: round(before, 2),
  }
}

// Adds the factors that lead from the rating factors to the premium, with the dollars of each.
function load(offer, trace, { tables, portfolio }) {
  const { tier, product, combined, sixMonths, benefit, premium } = offer
  const add = (name, label, answer, formula, source, bound) =>
    addFactor(trace, {
      name,
      label,
      group: 'portfolio',
      answer,
      table: null,
      row: null,
      formula,
      source,
      bound,
    })
  const { cap, expense_months, months_of_income } = tables.limits
  step(trace, 'Base premium', tier.base_premium, 2)
  step(trace, 'Months of income that are covered', months_of_income.value)
  step(trace, "The tier's highest benefit", tier.max_monthly_benefit, 2)
  step(trace, 'Income that is covered', calc('x', months_of_income.value, offer.income), 2)
  step(trace, 'Benefit', smaller(tier.max_monthly_benefit, sixMonths), 2)
  step(trace, 'Members who leave, a month', calc('x', tier.base_churn_rate, tier.tier_churn_factor))
  step(trace, 'Expense of members who leave', calc('+', 1, calc('x', expense_months.value, offer.churn)))
  step(
    trace,
    'Usual expense',
    calc('+', 1, calc('x', expense_months.value, tables.limits.reference_churn.value)),
  )
  const bound = product > cap.value ? 'max' : 'none'
  add('cap', 'Limit on the price', product, calc('/', combined, product), cap.source, bound)
  add(
    'cover_taken',
    'Cover taken',
    benefit,
    calc('/', benefit, tier.max_monthly_benefit),
    months_of_income.source,
  )
  add(
    'persistency',
    'Persistency of the tier',
    offer.churn,
    calc('/', offer.expense, offer.usual),
    expense_months.source,
  )
  add('portfolio', 'Experience of all members', portfolio.factor, portfolio.factor, 'released by a person')
  const all = trace.factors.map(({ multiplier }) => multiplier)
  const before = step(trace, 'Premium before rounding', calc('x', tier.base_premium, ...all))
  step(trace, 'Monthly premium', before, 2)
  add('rounding', 'Rounding to cents', premium, calc('/', premium, before), 'half away from zero')
  let running = tier.base_premium
  for (const factor of trace.factors) {
    const next = running * factor.multiplier
    factor.dollars = round(round(next, 2) - round(running, 2), 2)
    running = next
  }
}

// The tier asked for or recommended, unless another one covers as much for less. `offers` are in order of benefit.
function chooseOffer(quote, tiers, offers, person, limits) {
  const asked = tiers.findIndex((tier) => lower(tier.tier_name) === lower(quote.coverage_level))
  const choice =
    asked < 0 ? recommend(quote, tiers, offers, person, limits) : stepDown(tiers, asked, offers, person)
  const { offer } = choice
  if (offer === null) return choice
  const better = offers
    .filter((other) => other.benefit >= offer.benefit && other.premium < offer.premium)
    .sort((a, b) => a.premium - b.premium)[0]
  if (better === undefined) return choice
  const [name, other] = [better.tier.tier_name, offer.tier.tier_name]
  const text = `${name} covers ${dollars(better.benefit)} for ${dollars(better.premium)} a month, and ${other} would cost ${dollars(offer.premium)} for no more`
  const reasons =
    asked < 0
      ? [reason('RECOMMENDED_TIER', `We recommend ${name}: ${text}.`)]
      : choice.reasons.length > 0
        ? [tooShortFor(tiers[asked], person, name), reason('MENU', `${text}.`)]
        : [reason('MENU', `${text}, so this is a quote for ${name}.`)]
  return { offer: better, reasons }
}

// The guide of the public site: two months of pay, half a month more for each further person, at most six.
function recommend(quote, tiers, offers, person, limits) {
  const household = isAbsent(quote.family_size) ? 1 : Math.max(1, quote.family_size)
  const months = Math.min(limits.months_of_income.value, 2 + 0.5 * (household - 1))
  const enough = tiers.find((tier) => tier.max_monthly_benefit >= months * person.income)
  const wanted = enough || tiers[tiers.length - 1]
  const choice = stepDown(tiers, tiers.indexOf(wanted), offers, person)
  const { offer, reasons } = choice
  if (offer === null) return choice
  const name = offer.tier.tier_name
  const [code, why] =
    reasons.length > 0
      ? [
          'RECOMMENDED_TENURE',
          `your time with your employer, ${counted(person.months, 'month')}, is too short for ${wanted.tier_name}`,
        ]
      : enough === undefined
        ? ['RECOMMENDED_TIER', 'no tier covers more']
        : ['RECOMMENDED_INCOME', `it is the lowest tier that covers ${plain(months)} months of your income`]
  return { offer, reasons: [reason(code, `We recommend ${name}: ${why}.`)] }
}

// The tier at a place, or the best lower one that the tenure allows; without one, why.
function stepDown(tiers, place, offers, person) {
  const offer = offers.filter(({ tier }) => tiers.indexOf(tier) <= place).pop()
  const wanted = tiers[place]
  if (offer === undefined) return { offer: null, reasons: [tooShort(tiers.slice(0, place + 1), person)] }
  if (offer.tier === wanted) return { offer, reasons: [] }
  return { offer, reasons: [tooShortFor(wanted, person, offer.tier.tier_name)] }
}

function tooShortFor(wanted, { months }, name) {
  const needs = `${wanted.tier_name} needs ${counted(wanted.min_job_tenure_months, 'month')} with your employer and you have ${plain(months)}`
  return reason('STEP_DOWN', `${needs}, so this is a quote for ${name}.`)
}

// Decisions

// `isWorthless`: the income is so low that a premium would be less than a cent.
function refusalsOf(quote, { age, income }, limits, isWorthless) {
  const { minimum_age } = limits
  const refusals = []
  if (age === null)
    refusals.push(reason('BIRTHDAY', 'We could not read your date of birth, so we cannot tell your age.'))
  else if (age < minimum_age.value)
    refusals.push(reason('AGE', `You must be ${minimum_age.value} or older to be covered.`))
  if (income <= 0 || isWorthless) {
    refusals.push(reason('INCOME', 'There is no monthly income to protect.'))
    if (salaryDiffers(quote, limits)) refusals.push(salaryReason(quote))
  }
  return refusals
}

function tooShort(tiers, { months }) {
  const { tier_name, min_job_tenure_months } = tiers.reduce((least, tier) =>
    tier.min_job_tenure_months < least.min_job_tenure_months ? tier : least,
  )
  return reason(
    'TENURE',
    `${tier_name} needs at least ${counted(min_job_tenure_months, 'month')} with your employer; you have ${plain(months)}.`,
  )
}

function referralsOf({ quote, tables, notRated }, work, person, offer, expected) {
  const { limits } = tables
  const referrals = contradictions(quote, work, person, limits)
  if (!notRated.includes('background_check') && lower(quote.background_check) === 'majorflag')
    referrals.push(
      reason('BACKGROUND', 'A person looks at an application with a major flag in a background check.'),
    )
  if (offer.premium > person.income * limits.share_of_income.value)
    referrals.push(
      reason(
        'AFFORDABLE',
        `The premium is more than ${plain(100 * limits.share_of_income.value)}% of your monthly income.`,
      ),
    )
  const { lossRatio } = expected
  if (lossRatio < limits.lowest_loss_ratio.value || lossRatio > limits.highest_loss_ratio.value)
    referrals.push({
      code: 'LOSS_RATIO',
      text: `The expected loss ratio of ${lossRatio} is not from ${limits.lowest_loss_ratio.value} to ${limits.highest_loss_ratio.value}.`,
      forApplicant: false,
    })
  return referrals
}

// Answers that contradict each other or the record of the employer, whose value counts.
function contradictions(quote, { employer }, person, limits) {
  const found = []
  const add = (code, text) => found.push(reason(code, text))
  if (salaryDiffers(quote, limits)) found.push(salaryReason(quote))
  for (const [code, column, label] of employer === null ? [] : employerAnswers)
    if (
      !isAbsent(quote[column]) &&
      !isAbsent(employer[column]) &&
      lower(quote[column]) !== lower(employer[column])
    )
      add(
        code,
        `Our record of your employer has the ${label} ${employer[column]}, not ${quote[column]}; the record counts.`,
      )
  if (person.age !== null && quote.employment_length > Math.max(0, person.age - limits.youngest_worker.value))
    add(
      'TENURE_AGE',
      `${counted(quote.employment_length, 'year')} with an employer ${doNot(quote.employment_length)} fit the age of ${person.age}.`,
    )
  if (quote.children_count > 0 && quote.family_size > 0 && quote.children_count >= quote.family_size)
    add(
      'FAMILY',
      `${counted(quote.children_count, 'child', 'children')} ${doNot(quote.children_count)} fit a family of ${quote.family_size}.`,
    )
  return found
}

const employerAnswers = [
  ['EMPLOYER_INDUSTRY', 'industry', 'industry'],
  ['EMPLOYER_TYPE', 'employer_type', 'type'],
  ['EMPLOYER_SIZE', 'employer_size', 'size'],
]

// The claim model: the chance of a payable claim. No rating factor enters, and no answer that the state does not allow.

function expectedClaims({ claim, limits }, work, person, { benefit, premium, tier }, trace) {
  const { industryName, industry, employer, record } = work
  const base = claimRow(claim.displacement, { industry: industryName, period: 'cycle' })
  const level = base !== null && industry !== null ? industry.avg_layoff_frequency : null
  const rate = step(
    trace,
    'Displacement a year, three or more years of tenure',
    base === null ? limits.displacement.value : base.value,
  )
  const own = record === null ? null : claimRow(claim.credibility, { size: employer.employer_size })
  const parts = [
    level === null
      ? 1
      : step(trace, 'Layoffs of the industry over those of the model', calc('/', level, base.layoffs)),
    own === null
      ? 1
      : step(
          trace,
          'Employer over its industry',
          calc('+', calc('x', own.value, record), calc('-', 1, own.value)),
        ),
    claimValue(claim.tenure, { years: work.years }, trace),
    claimValue(claim.education, { education: work.education }, trace),
    claimValue(claim.payable, { period: 'cycle' }, trace),
    claimValue(claim.selection, { book: 'all' }, trace),
  ]
  const year = step(trace, 'Chance of a payable claim a year', smaller(1, calc('x', rate, ...parts)))
  const frequency = step(trace, 'Chance of a payable claim a month', calc('/', year, 12))
  const claims = step(
    trace,
    'Expected claims a month',
    calc('x', frequency, benefit, tier.claim_severity_factor),
  )
  const lossRatio = step(trace, 'Expected loss ratio', calc('/', claims, premium), 4)
  return { frequency, benefit, claims, lossRatio }
}

function claimValue(table, keys, trace) {
  const row = claimRow(table, keys)
  return step(trace, table.label, row === null ? 1 : row.value)
}

function claimRow(table, keys) {
  return table.rows.find((row) => table.keys.every((key) => row[key] === keys[key])) || null
}

// Reading the input. A wrong figure of the configuration ends the run with its table, row and column.

function readTiers(rows) {
  if (!Array.isArray(rows) || rows.length === 0) throw new Error('Configuration: there are no coverage tiers')
  const names = rows.map((row) => lower(row?.tier_name))
  const tiers = rows.map((row, place) => {
    if (typeof row?.tier_name !== 'string' || names[place] === '')
      throw new Error(`Configuration: coverage tier ${place + 1}, tier_name is missing`)
    if (names.indexOf(names[place]) < place)
      throw new Error(`Configuration: coverage tier "${row.tier_name}", tier_name: another tier has it`)
    const of = (name, min, max, fallback) =>
      column(row, `coverage tier "${row.tier_name}"`, name, min, max, fallback)
    return {
      tier_name: row.tier_name,
      base_premium: round(of('base_premium', 0.01, 100000), 2),
      max_monthly_benefit: round(of('max_monthly_benefit', 1, 100000000), 2),
      min_job_tenure_months: of('min_job_tenure_months', 0, 600, 0),
      base_churn_rate: of('base_churn_rate', 0, 1, 0.025),
      tier_churn_factor: of('tier_churn_factor', 0, 10, 1),
      claim_severity_factor: of('claim_severity_factor', 0.01, 1, 1),
      score_offset: of('score_offset', -100, 100, 0),
      penalty_for_late_payment: of('penalty_for_late_payment', 0, 1, 0),
      reward_for_early_renewal: of('reward_for_early_renewal', 0, 1, 0),
    }
  })
  return tiers.sort(
    (a, b) => a.max_monthly_benefit - b.max_monthly_benefit || a.base_premium - b.base_premium,
  )
}

function readWork({ quote, employer, industry, tables, notRated }, trace) {
  if (employer !== null) checkEmployer(employer, `employer "${employer.employer_name}"`)
  const usual =
    industry === null
      ? null
      : column(industry, `industry "${industry.industry_name}"`, 'avg_layoff_frequency', 0.01, 100, null)
  const rated = (name, value) => (notRated.includes(name) ? null : value)
  const own = employer === null ? null : rated('employer', employer.layoff_frequency)
  const known = !isAbsent(own) && usual !== null
  const name = employer !== null && !isAbsent(employer.industry) ? employer.industry : quote.industry
  return {
    employer,
    industry: industry === null ? null : { ...industry, avg_layoff_frequency: usual },
    industryName: rated('industry', name),
    years: rated('tenure', (quote.employment_length || 0) < 3 ? 'under 3' : '3 or more'),
    education: rated('education', quote.education),
    record: known
      ? step(
          trace,
          "The employer's layoffs over its industry's",
          smaller(tables.limits.highest_record.value, calc('/', own, usual)),
        )
      : null,
  }
}

function checkEmployer(row, where) {
  column(row, where, 'layoff_frequency', 0, 100, null)
  column(row, where, 'employer_stability_rating', 0, 10, null)
  column(row, where, 'layoff_mentions', 0, 1000000, null)
  for (const name of ['employer_name', 'industry', 'employer_type', 'employer_size', 'financial_health'])
    if (!isAbsent(row[name]) && typeof row[name] !== 'string')
      throw new Error(`Configuration: ${where}, ${name} must be text`)
}

function readPerson({ quote, asOf, tables }, work, trace) {
  const age = ageOn(quote.date_of_birth, asOf)
  if (age !== null) step(trace, `Age on ${asOf}`, age)
  const months = step(
    trace,
    'Months with the employer',
    calc('x', 12, Math.max(0, quote.employment_length || 0)),
    2,
  )
  const { income, salary } = quote
  const usesSalary = salaryDiffers(quote, tables.limits) && salary >= leastSalary
  const monthly = usesSalary ? smaller(income, calc('/', salary, 12)) : Math.max(0, income || 0)
  return {
    age,
    months,
    income: step(trace, 'Monthly income', monthly, 2),
  }
}

function salaryDiffers({ income, salary }, limits) {
  if (isAbsent(income) || isAbsent(salary) || (income <= 0 && salary <= 0)) return false
  return Math.abs(salary - 12 * income) > 12 * income * limits.salary_tolerance.value
}

// Less than a dollar a month is no salary, but a slip: the income counts, and a person decides.
const leastSalary = 12

function salaryReason({ income, salary }) {
  const counts = salary >= leastSalary ? 'the lower one counts' : 'a person has to tell which one counts'
  return reason(
    'SALARY',
    `Your annual salary of ${dollars(salary)} and twelve monthly incomes of ${dollars(income)} differ; ${counts}.`,
  )
}

function column(row, where, name, min, max, fallback) {
  const value = row[name]
  if (isAbsent(value) && fallback !== undefined) return fallback
  if (typeof value === 'number' && value >= min && value <= max) return value
  const found = String(value).slice(0, 60)
  throw new Error(`Configuration: ${where}, ${name} must be a number from ${min} to ${max} and is ${found}`)
}

// Full years from one day to another, YYYY-MM-DD; null if the first is not a day before the other.
function ageOn(birthday, day) {
  if (!/^\d{4}-\d\d-\d\d$/.test(birthday) || birthday > day) return null
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}

// The trace

function step(trace, label, formula, decimals) {
  const value = round(valueOf(formula), decimals)
  trace.steps.push({ label, formula, value })
  return value
}

function addFactor(trace, { name, label, group, answer, table, row, formula, source, bound = 'none' }) {
  const raw = round(valueOf(formula))
  trace.factors.push({
    name,
    label,
    group,
    answer,
    table,
    row,
    get formula() {
      return textOf(formula)
    },
    raw,
    multiplier: raw,
    bound,
    source,
    dollars: 0,
  })
}

// An expression has its value and its terms. Its text is written when the trace is read: most runs need only the price.
function calc(sign, ...terms) {
  const value = terms.map(valueOf).reduce(operations[sign])
  return { value, sign, terms }
}

const operations = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  x: (a, b) => a * b,
  '/': (a, b) => a / b,
}

function smaller(a, b) {
  return oneOf('min', a, b)
}

function larger(a, b) {
  return oneOf('max', a, b)
}

function oneOf(name, a, b) {
  return { value: Math[name](valueOf(a), valueOf(b)), name, terms: [a, b] }
}

function valueOf(term) {
  return typeof term === 'number' ? term : term.value
}

function textOf(term) {
  const { name, sign, terms } = term
  if (terms === undefined) return String(term)
  if (name !== undefined) return `${name}(${terms.map(textOf).join(', ')})`
  const own = (part) => (isSum(part) && sign !== '+' ? `(${textOf(part)})` : textOf(part))
  return terms.map(own).join(` ${sign} `)
}

function isSum({ sign }) {
  return sign === '+' || sign === '-'
}

// Half away from zero. The small amount makes up for decimals that binary numbers cannot represent.
function round(value, decimals = 8) {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-7)) / scale + 0
}

function plain(value) {
  return String(round(value, 2))
}

function counted(count, one, many = `${one}s`) {
  return `${plain(count)} ${count === 1 ? one : many}`
}

function doNot(count) {
  return count === 1 ? 'does not' : 'do not'
}

// With a comma between thousands, and with cents unless the dollars are whole.
function dollars(value) {
  const rounded = round(value, 2)
  const text = rounded % 1 === 0 ? String(rounded) : rounded.toFixed(2)
  return `$${text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`
}

function reason(code, text) {
  return { code, text, forApplicant: true }
}

function isAbsent(value) {
  return value === null || value === undefined || value === ''
}

function lower(text) {
  return isAbsent(text) ? '' : String(text).trim().toLowerCase()
}
