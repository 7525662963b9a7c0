// The underwriting engine: one quote application in, one underwriting result out.
//
// It runs in a sandbox without clock, randomness, network or files, so the same input always gives the same result.
// The document beside the program (engine.md) explains every formula and names its source.
//
//   premium = tier's base premium x combined risk factor x cover taken x persistency x portfolio
//
// where the combined risk factor is 1 for the average of the portfolio. Every factor is rounded to 4 decimals before
// it is used, and every step is written down, so that a person can redo the sum by hand.

var TARGET_LOSS_RATIO = 0.65 // of each dollar of premium, what is meant to go back as claims
var PAYABLE_SHARE = 0.5 // of layoffs, those that become a claim: out of work for 14 days or more, and covered
var PORTFOLIO_LAYOFF_RATE = 1.35 // percent of employment a month: the mean of the 14 industries
var PORTFOLIO_UNEMPLOYMENT = 4.0 // percent: the mean of the 14 industries
var CREDIBILITY_K = 370 // employee-months at which an employer's own record weighs as much as its industry's
var MONTHS_OF_INCOME = 6 // cover never exceeds this many months of income
var ANNUAL_DISCOUNT = 0.95 // paying a year at once costs 5% less
var COMBINED_FLOOR = 0.5
var COMBINED_CAP = 3
var PREMIUM_FLOOR = 5 // dollars a month
var PREMIUM_CAP = 1000 // dollars a month
var REFERENCE_CHURN = 0.025 // a month
var REFERRAL_FACTOR = 2 // a combined risk factor from here on is looked at by a person
var REFERRAL_SCORE = 35 // so is a user score below this plus the tier's score_adjustment
var REFERRAL_SHARE_OF_INCOME = 0.1 // and a premium above this share of monthly income

// Employee-months of experience in a year, by size: the middle of each size class times twelve.
var EXPOSURE = { 'large (500+)': 6000, 'medium (50-500)': 1800, 'small (<50)': 300 }

function underwrite(input) {
  var quote = input.quote
  var tiers = readTiers(input.tiers)
  var employer = readEmployer(input.employer)
  var industry = readIndustry(input.industry)
  var gender = readGender(input.gender)
  var portfolio = readPortfolio(input.synergy)
  var steps = []
  var warnings = []

  // 1. Who may be covered, and in which tier

  var age = ageOn(quote.date_of_birth, input.asOf)
  var income = amount(quote.income)
  var tenureMonths = roundTo(amount(quote.employment_length) * 12, 2)
  var refusals = []
  if (age === null)
    refusals.push('We could not read your date of birth, so we cannot tell whether you are 18 or older.')
  else if (age < 18) refusals.push('You must be 18 or older to be covered.')
  if (income <= 0) refusals.push('There is no monthly income to protect.')

  if (age !== null) step(steps, 'Age on ' + input.asOf, 'full years since ' + quote.date_of_birth, age)
  step(
    steps,
    'Months with the employer',
    plain(amount(quote.employment_length)) + ' years x 12',
    tenureMonths,
  )

  var allowed = tiers.filter(function (tier) {
    return tier.min_job_tenure_months <= tenureMonths
  })
  if (allowed.length === 0) {
    var shortest = Math.min.apply(
      null,
      tiers.map(function (tier) {
        return tier.min_job_tenure_months
      }),
    )
    refusals.push(
      'You need at least ' + shortest + ' months with your employer; you have ' + plain(tenureMonths) + '.',
    )
  }

  var choice = allowed.length === 0 ? null : chooseTier(quote, tiers, allowed, income, tenureMonths)
  var tier = choice === null ? tiers[0] : choice.tier

  // 2. The chance of a payable claim, from the employer's own record and its industry's

  var sources = dataSources(quote, employer, industry, gender, portfolio)
  var industryRate = industry !== null && industry.rate !== null ? industry.rate : PORTFOLIO_LAYOFF_RATE
  var layoffRate = industryRate
  if (employer !== null && employer.rate !== null) {
    var size = lower(employer.size || quote.employer_size)
    var exposure = Object.prototype.hasOwnProperty.call(EXPOSURE, size)
      ? EXPOSURE[size]
      : EXPOSURE['small (<50)']
    var z = roundTo(exposure / (exposure + CREDIBILITY_K), 4)
    layoffRate = roundTo(z * employer.rate + (1 - z) * industryRate, 4)
    step(
      steps,
      "Weight of the employer's own record",
      exposure + ' / (' + exposure + ' + ' + CREDIBILITY_K + ')',
      z,
    )
    step(
      steps,
      'Monthly layoff rate, percent',
      z + ' x ' + employer.rate + ' + (1 - ' + z + ') x ' + industryRate,
      layoffRate,
    )
  } else {
    step(steps, 'Monthly layoff rate, percent', sources.layoff_rate, layoffRate)
  }
  var claimChance = roundTo((layoffRate / 100) * PAYABLE_SHARE, 6)
  step(steps, 'Chance of a payable claim, a month', layoffRate + ' / 100 x ' + PAYABLE_SHARE, claimChance)

  // 3. Rating factors: 1 is neutral, and so is everything that is absent

  var factors = []
  function rate(name, label, shown, multiplier, min, max) {
    var bounded = roundTo(Math.min(max, Math.max(min, multiplier)), 4)
    factors.push({ name: name, label: label, input: shown, multiplier: bounded, min: min, max: max })
  }

  rate(
    'claim_chance',
    'Chance of a layoff here',
    'Claim chance ' + claimChance + ' against ' + tier.claim_base_rate + ' on average',
    claimChance / tier.claim_base_rate,
    0.5,
    2.5,
  )
  var unemployment =
    employer !== null && employer.unemployment !== null
      ? employer.unemployment
      : industry !== null
        ? industry.unemployment
        : null
  rate(
    'unemployment',
    'Unemployment in the sector',
    unemployment === null ? 'Not known' : unemployment + '%',
    unemployment === null ? 1 : 1 + 0.03 * (unemployment - PORTFOLIO_UNEMPLOYMENT),
    0.9,
    1.25,
  )
  rate(
    'workforce_mix',
    'Make-up of the industry',
    gender === null
      ? 'Not known'
      : gender.percent_male + '% men, ' + gender.percent_female + '% women in the industry',
    gender === null ? 1 : gender.ratio,
    0.95,
    1.05,
  )
  rate(
    'layoff_mentions',
    'Reports of layoffs',
    employer === null || employer.mentions === null ? 'Not known' : employer.mentions + ' in 12 months',
    employer === null || employer.mentions === null ? 1 : 1 + 0.02 * employer.mentions,
    1,
    1.2,
  )
  rate(
    'stability',
    'Stability of the employer',
    employer === null || employer.stability === null ? 'Not known' : employer.stability + ' of 10',
    employer === null || employer.stability === null ? 1 : 1 + 0.02 * (5 - employer.stability),
    0.9,
    1.1,
  )
  table('financial_health', 'Financial health of the employer', employer === null ? null : employer.health, {
    strong: 0.95,
    stable: 1,
    fair: 1.05,
    weak: 1.12,
  })
  table('employer_type', 'Type of employer', quote.employer_type, {
    government: 0.88,
    'gov related': 0.93,
    'non-profit': 0.97,
    private: 1,
    'publicly traded': 1.02,
  })
  rate(
    'tenure',
    'Years with the employer',
    plain(amount(quote.employment_length)) + ' years',
    1.12 - 0.024 * Math.min(10, amount(quote.employment_length)),
    0.88,
    1.12,
  )
  table('employment_type', 'Type of employment', quote.employment_type, {
    'full-time': 1,
    'part-time': 1.05,
    contractor: 1.15,
    seasonal: 1.25,
  })
  table('work_arrangement', 'Work arrangement', quote.work_arrangement, {
    'on-site': 1,
    hybrid: 0.98,
    remote: 1.01,
  })
  table('pay_type', 'Pay type', quote.pay_type, {
    salary: 0.97,
    hourly: 1.03,
    commission: 1.06,
    tipped: 1.08,
  })
  table('pay_schedule', 'Pay schedule', quote.pay_schedule, {
    weekly: 1.01,
    'bi-weekly': 1,
    'semi-monthly': 1,
    monthly: 0.99,
  })
  table('union', 'Union membership', quote.union_membership, { true: 0.97, false: 1 })
  table('education', 'Education', quote.education, {
    'high school': 1.08,
    'some college': 1.04,
    associate: 1,
    bachelor: 0.95,
    master: 0.93,
    doctorate: 0.92,
  })
  rate(
    'credit',
    'Credit score',
    isNumber(quote.credit_score) ? String(quote.credit_score) : 'Not known',
    isNumber(quote.credit_score) ? 1.1 - (0.18 * (quote.credit_score - 300)) / 550 : 1,
    0.92,
    1.1,
  )
  table('bankruptcy', 'Bankruptcy history', quote.bankruptcy_history, {
    none: 1,
    'chapter 13': 1.04,
    'chapter 7': 1.08,
  })
  table('background', 'Background check', quote.background_check, {
    clear: 1,
    minorflag: 1.05,
    majorflag: 1.15,
  })
  table('benefits', 'Government benefits', quote.gov_benefits, { true: 1.02, false: 1 })
  var earnsTogether = lower(quote.marital_status) === 'married' && lower(quote.spouse_working) === 'true'
  rate(
    'spouse',
    'A second income',
    earnsTogether ? 'Spouse working' : 'None stated',
    earnsTogether ? 1 + tier.spouse_working_offset : 1,
    0.8,
    1.2,
  )
  var relatives = Math.min(5, Math.max(0, amount(quote.family_size) - 1))
  rate(
    'family',
    'Family size',
    isNumber(quote.family_size) ? String(quote.family_size) : 'Not known',
    1 + (tier.max_family_size_offset * relatives) / 5,
    0.8,
    1.3,
  )

  // One entry of a small table; what is not in it is neutral.
  function table(name, label, value, entries) {
    var values = Object.keys(entries).map(function (key) {
      return entries[key]
    })
    var known =
      value !== null && value !== undefined && Object.prototype.hasOwnProperty.call(entries, lower(value))
    if (!known && value)
      warnings.push(
        label + ': "' + String(value).slice(0, 60) + '" is not in the rating table and counts as neutral.',
      )
    rate(
      name,
      label,
      known ? String(value) : 'Not known',
      known ? entries[lower(value)] : 1,
      Math.min.apply(null, values),
      Math.max.apply(null, values),
    )
  }

  var product = factors.reduce(function (value, factor) {
    return value * factor.multiplier
  }, 1)
  var combined = roundTo(Math.min(COMBINED_CAP, Math.max(COMBINED_FLOOR, product)), 4)
  step(
    steps,
    'Combined risk factor',
    factors
      .map(function (factor) {
        return factor.multiplier
      })
      .join(' x ') +
      ', at least ' +
      COMBINED_FLOOR +
      ', at most ' +
      COMBINED_CAP,
    combined,
  )
  var score = roundTo(
    Math.min(
      100,
      Math.max(0, (100 * (COMBINED_CAP - combined)) / (COMBINED_CAP - COMBINED_FLOOR) + tier.score_offset),
    ),
    4,
  )
  step(
    steps,
    'User score, 0 to 100',
    '100 x (' +
      COMBINED_CAP +
      ' - ' +
      combined +
      ') / ' +
      (COMBINED_CAP - COMBINED_FLOOR) +
      ' + ' +
      tier.score_offset +
      ', at least 0, at most 100',
    score,
  )

  if (choice === null || refusals.length > 0) {
    return result(null, 0, 0, 0, score, combined, decision('declined', refusals))
  }

  // 4. Cover and premium

  var sixMonths = Math.floor(income * MONTHS_OF_INCOME * 100 + 1e-6) / 100
  var coverage = Math.min(tier.max_monthly_benefit, sixMonths)
  step(
    steps,
    'Max coverage, dollars',
    'the smaller of ' +
      tier.tier_name +
      "'s " +
      tier.max_monthly_benefit +
      ' and ' +
      MONTHS_OF_INCOME +
      ' x ' +
      income,
    coverage,
  )

  rate(
    'cover_taken',
    'Cover taken',
    coverage + ' of ' + tier.max_monthly_benefit,
    coverage / tier.max_monthly_benefit,
    0.5,
    1,
  )
  var churn = tier.base_churn_rate * tier.tier_churn_factor
  rate(
    'persistency',
    'Persistency of the tier',
    roundTo(churn * 100, 2) + '% leave a month',
    (1 + churn / 2) / (1 + REFERENCE_CHURN / 2),
    0.95,
    1.1,
  )
  rate(
    'health',
    'Health of the portfolio',
    portfolio === null || portfolio.health === null ? 'Not known' : portfolio.health + ' of 100',
    portfolio === null || portfolio.health === null ? 1 : 1 + 0.001 * (70 - portfolio.health),
    0.97,
    1.05,
  )
  rate(
    'portfolio',
    'Premium multiplier of the portfolio',
    portfolio === null ? 'Not known' : String(portfolio.multiplier),
    portfolio === null ? 1 : portfolio.multiplier,
    0.1,
    10,
  )

  var loadings = factors.slice(-4).map(function (factor) {
    return factor.multiplier
  })
  var raw = loadings.reduce(function (value, loading) {
    return value * loading
  }, tier.base_premium * combined)
  var premium = cents(Math.min(PREMIUM_CAP, Math.max(PREMIUM_FLOOR, raw)))
  step(
    steps,
    'Monthly premium, dollars',
    tier.base_premium +
      ' x ' +
      combined +
      ' x ' +
      loadings.join(' x ') +
      ', at least ' +
      PREMIUM_FLOOR +
      ', at most ' +
      PREMIUM_CAP,
    premium,
  )
  var annual = cents(premium * 12 * ANNUAL_DISCOUNT)
  step(steps, 'Annual premium, dollars', '12 x ' + premium + ' x ' + ANNUAL_DISCOUNT, annual)

  // 5. What it is expected to cost, and the terms that go with it

  var chance = roundTo(tier.claim_base_rate * combined, 6)
  step(steps, 'Expected chance of a claim, a month', tier.claim_base_rate + ' x ' + combined, chance)
  var loss = cents(chance * coverage * tier.claim_severity_factor)
  step(
    steps,
    'Expected claims, dollars a month',
    chance + ' x ' + coverage + ' x ' + tier.claim_severity_factor,
    loss,
  )
  step(
    steps,
    'Expected loss ratio (target ' + TARGET_LOSS_RATIO + ')',
    loss + ' / ' + premium,
    roundTo(loss / premium, 4),
  )
  step(
    steps,
    'Fee for a late payment, dollars',
    premium + ' x ' + tier.penalty_for_late_payment,
    cents(premium * tier.penalty_for_late_payment),
  )
  step(
    steps,
    'Credit for an early renewal, dollars',
    annual + ' x ' + tier.reward_for_early_renewal,
    cents(annual * tier.reward_for_early_renewal),
  )
  var ratio = roundTo(coverage / premium, 4)
  step(steps, 'Ratio of coverage to monthly premium', coverage + ' / ' + premium, ratio)

  // 6. The decision

  var referrals = []
  if (lower(quote.employment_type) === 'seasonal')
    referrals.push('Seasonal work is looked at by a person before we offer cover.')
  if (lower(quote.background_check) === 'majorflag')
    referrals.push('A major flag in a background check is looked at by a person.')
  if (combined >= REFERRAL_FACTOR)
    referrals.push('The combined risk factor of ' + combined + ' is ' + REFERRAL_FACTOR + ' or more.')
  if (score < REFERRAL_SCORE + tier.score_adjustment)
    referrals.push(
      'The user score of ' +
        score +
        ' is below ' +
        (REFERRAL_SCORE + tier.score_adjustment) +
        ' for ' +
        tier.tier_name +
        '.',
    )
  if (premium > income * REFERRAL_SHARE_OF_INCOME)
    referrals.push('The premium is more than 10% of the monthly income.')
  var reasons = choice.reasons.concat(referrals)
  if (referrals.length === 0) reasons.push('Every requirement of ' + tier.tier_name + ' is met.')

  return result(
    tier.tier_name,
    coverage,
    premium,
    annual,
    score,
    combined,
    decision(referrals.length > 0 ? 'referred' : 'approved', reasons),
    ratio,
  )

  function decision(status, reasons) {
    return { status: status, reasons: reasons }
  }

  function result(tierName, coverage, premium, annual, score, combined, decided, ratio) {
    return {
      coverage_tier: tierName,
      max_coverage: coverage,
      monthly_premium: premium,
      annual_premium: annual,
      ratio: ratio || 0,
      user_score: score,
      combined_risk_factor: combined,
      calculation_details: {
        decision: decided,
        base_premium: tierName === null ? 0 : tier.base_premium,
        data_sources: sources,
        factors: factors,
        steps: steps,
        warnings: warnings,
      },
    }
  }
}

// The tier asked for; a lower one when time with the employer does not allow it; the recommended one when the applicant is unsure.
function chooseTier(quote, tiers, allowed, income, tenureMonths) {
  var asked = lower(quote.coverage_level)
  var best = allowed[allowed.length - 1]
  var wanted = tiers.filter(function (tier) {
    return lower(tier.tier_name) === asked
  })[0]
  if (wanted === undefined) {
    var fitting = allowed.filter(function (tier) {
      return tier.max_monthly_benefit <= income * MONTHS_OF_INCOME
    })
    var recommended = fitting.length > 0 ? fitting[fitting.length - 1] : allowed[0]
    var why =
      fitting.length > 0
        ? 'it is the highest tier whose cover is within six months of your income'
        : 'six months of your income are below the cover of every other tier'
    return { tier: recommended, reasons: ['We recommend ' + recommended.tier_name + ': ' + why + '.'] }
  }
  if (wanted.min_job_tenure_months <= tenureMonths) return { tier: wanted, reasons: [] }
  var lowerTiers = allowed.filter(function (tier) {
    return tiers.indexOf(tier) < tiers.indexOf(wanted)
  })
  var next = lowerTiers.length > 0 ? lowerTiers[lowerTiers.length - 1] : best
  return {
    tier: next,
    reasons: [
      wanted.tier_name +
        ' needs ' +
        wanted.min_job_tenure_months +
        ' months with your employer and you have ' +
        plain(tenureMonths) +
        ', so this is a quote for ' +
        next.tier_name +
        '.',
    ],
  }
}

// Reading the configuration: whatever is wrong in it ends the run with the row and the column.

function readTiers(rows) {
  if (!Array.isArray(rows) || rows.length === 0) fail('there are no coverage tiers')
  var names = []
  var tiers = rows.map(function (row) {
    var where = 'coverage tier "' + String(row && row.tier_name).slice(0, 60) + '"'
    if (
      row === null ||
      typeof row !== 'object' ||
      typeof row.tier_name !== 'string' ||
      row.tier_name.trim() === ''
    )
      fail('a coverage tier has no tier_name')
    if (names.indexOf(lower(row.tier_name)) !== -1) fail(where + ' stands twice')
    names.push(lower(row.tier_name))
    return {
      tier_name: row.tier_name,
      base_premium: column(row, where, 'base_premium', 0.01, 100000),
      max_monthly_benefit: column(row, where, 'max_monthly_benefit', 1, 100000000),
      min_job_tenure_months: column(row, where, 'min_job_tenure_months', 0, 600, 0),
      base_churn_rate: column(row, where, 'base_churn_rate', 0, 1, REFERENCE_CHURN),
      tier_churn_factor: column(row, where, 'tier_churn_factor', 0, 10, 1),
      claim_base_rate: column(row, where, 'claim_base_rate', 0.0001, 0.2, 0.0072),
      claim_severity_factor: column(row, where, 'claim_severity_factor', 0, 1, 0.41),
      score_offset: column(row, where, 'score_offset', -100, 100, 0),
      score_adjustment: column(row, where, 'score_adjustment', -100, 100, 0),
      spouse_working_offset: column(row, where, 'spouse_working_offset', -0.2, 0.2, 0),
      max_family_size_offset: column(row, where, 'max_family_size_offset', -0.2, 0.3, 0),
      penalty_for_late_payment: column(row, where, 'penalty_for_late_payment', 0, 1, 0),
      reward_for_early_renewal: column(row, where, 'reward_for_early_renewal', 0, 1, 0),
    }
  })
  return tiers.sort(function (a, b) {
    return a.max_monthly_benefit - b.max_monthly_benefit || a.base_premium - b.base_premium
  })
}

function readEmployer(row) {
  if (row === null || row === undefined) return null
  var where = 'employer "' + String(row.employer_name).slice(0, 60) + '"'
  return {
    name: row.employer_name,
    size: row.employer_size,
    rate: column(row, where, 'layoff_frequency', 0, 100, null),
    unemployment: column(row, where, 'sector_unemp_rate', 0, 100, null),
    mentions: column(row, where, 'layoff_mentions', 0, 1000000, null),
    stability: column(row, where, 'employer_stability_rating', 0, 10, null),
    health: row.financial_health,
  }
}

function readIndustry(row) {
  if (row === null || row === undefined) return null
  var where = 'industry "' + String(row.industry_name).slice(0, 60) + '"'
  return {
    name: row.industry_name,
    rate: column(row, where, 'avg_layoff_frequency', 0, 100, null),
    unemployment: column(row, where, 'industry_unemp_rate', 0, 100, null),
  }
}

// How much the make-up of an industry's workforce moves its unemployment: the mean of both rates weighted by the workforce, against
// the plain mean. It says something of the industry and nothing of the applicant, whose own gender is never read.
function readGender(row) {
  if (row === null || row === undefined) return null
  var where = 'industry gender row "' + String(row.industry_name).slice(0, 60) + '"'
  var male = column(row, where, 'unemp_rate_male', 0, 100, null)
  var female = column(row, where, 'unemp_rate_female', 0, 100, null)
  var men = column(row, where, 'percent_male', 0, 100, null)
  var women = column(row, where, 'percent_female', 0, 100, null)
  if (
    male === null ||
    female === null ||
    men === null ||
    women === null ||
    male + female === 0 ||
    men + women === 0
  )
    return null
  return {
    percent_male: men,
    percent_female: women,
    ratio: (men * male + women * female) / (men + women) / ((male + female) / 2),
  }
}

function readPortfolio(row) {
  if (row === null || row === undefined) return null
  var where = 'simulation month ' + String(row.SimDate).slice(0, 60)
  return {
    date: row.SimDate,
    multiplier: column(row, where, 'PremiumMultiplier', 0.1, 10, 1),
    health: column(row, where, 'CompositeBusinessHealthScore', 0, 100, null),
  }
}

function column(row, where, name, min, max, fallback) {
  var value = row[name]
  if ((value === null || value === undefined) && fallback !== undefined) return fallback
  if (!isNumber(value) || value < min || value > max) {
    fail(
      where +
        ', ' +
        name +
        ' must be a number from ' +
        min +
        ' to ' +
        max +
        ' and is ' +
        String(value).slice(0, 60),
    )
  }
  return value
}

function fail(what) {
  throw new Error('Configuration: ' + what)
}

function dataSources(quote, employer, industry, gender, portfolio) {
  var ownRecord = employer !== null && employer.rate !== null
  var ofIndustry = industry !== null && industry.rate !== null
  return {
    layoff_rate: ownRecord ? 'employer' : ofIndustry ? 'industry' : 'portfolio',
    employer:
      employer === null ? 'no record of "' + String(quote.employer_name).slice(0, 100) + '"' : employer.name,
    industry: industry === null ? 'no row for "' + String(quote.industry).slice(0, 100) + '"' : industry.name,
    workforce: gender === null ? 'none' : 'make-up of the industry',
    portfolio: portfolio === null ? 'no active simulation month' : 'simulation month ' + portfolio.date,
  }
}

// Small things

function step(steps, label, formula, value) {
  steps.push({ label: label, formula: String(formula), value: value })
}

function isNumber(value) {
  return typeof value === 'number' && isFinite(value)
}

function amount(value) {
  return isNumber(value) && value > 0 ? value : 0
}

function lower(text) {
  return String(text === null || text === undefined ? '' : text)
    .trim()
    .toLowerCase()
}

function plain(value) {
  return String(roundTo(value, 2))
}

// Half away from zero; the tiny amount makes up for decimals that binary numbers cannot hold.
function roundTo(value, decimals) {
  var scale = Math.pow(10, decimals)
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + 1e-9)) / scale + 0
}

function cents(value) {
  return roundTo(value, 2)
}

// Full years from a birthday (YYYY-MM-DD or MM/DD/YYYY) to a day (YYYY-MM-DD); null when either is not a date.
function ageOn(birth, day) {
  var born = dateParts(birth)
  var today = dateParts(day)
  if (born === null || today === null) return null
  var years =
    today[0] - born[0] - (today[1] < born[1] || (today[1] === born[1] && today[2] < born[2]) ? 1 : 0)
  return years < 0 || years > 130 ? null : years
}

function dateParts(text) {
  var iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(text))
  var american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(String(text))
  var parts = iso ? [iso[1], iso[2], iso[3]] : american ? [american[3], american[1], american[2]] : null
  if (parts === null) return null
  var numbers = parts.map(Number)
  return numbers[1] >= 1 && numbers[1] <= 12 && numbers[2] >= 1 && numbers[2] <= 31 ? numbers : null
}
