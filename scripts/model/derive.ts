// `npm run model`: prints the claim model, the rating tables and their results for the bundled population and through 2001-2022, each
// figure with its source. `npm run model -- --write` stores the tables in app/engine/model.

import { writeFileSync } from 'node:fs'

import { rate, type ClaimTable } from '~/engine/model/tables'

import { deriveModel, industryCheck, tenureCheck, years } from './derivation'
import { deriveHistory } from './history'
import { deriveRatingTables, judgementBounds, meanProduct, readPopulation, readTiers } from './rating'
import { mean, readReference } from './reference'
import { history, lossRatio, meanChance, peakDeficit, periods, priceAll, readings, segments } from './results'
import { claimTablesFile, historyTablesFile, ratingTablesFile } from './tables-file'

const reference = readReference()
const model = deriveModel(reference)
const population = readPopulation(reference)
const ratingTables = deriveRatingTables(model.tables, population)
const historyTables = deriveHistory(reference, model)
if (process.argv.includes('--write')) {
  writeFileSync('app/engine/model/claim-tables.ts', await claimTablesFile(model.tables))
  writeFileSync('app/engine/model/rating-tables.ts', await ratingTablesFile(ratingTables))
  writeFileSync('app/engine/model/history-tables.ts', await historyTablesFile(historyTables))
}
const results = priceAll(model, ratingTables, population)

heading('Displaced employees of three or more years as a share of layoffs and discharges')
for (const { first, last, displaced, share } of model.windows)
  line(`${first}-${last}`, percent(share), `${displaced.toFixed(0)} thousand a year (DWS) over JOLTS layoffs`)
heading('By industry: that share over the national one, and employees of three or more years')
for (const [name, { share, byWindow }] of model.industryShares)
  line(
    name,
    share.toFixed(2),
    `DWS over JOLTS, ${Math.min(...byWindow).toFixed(2)} to ${Math.max(...byWindow).toFixed(2)} in ${byWindow.length} windows; tenure ${percent(model.longTenured.get(name))} from the median`,
  )

for (const table of Object.values(model.tables) as ClaimTable<string>[]) {
  heading(`${table.label}, ${table.unit}`)
  for (const row of table.rows)
    line(table.keys.map((key) => row[key]).join(', '), String(row.value), row.source)
}
const { low, high, vested, expecting, notice } = model.selectionRange
line(
  'range of selection',
  `${low.toFixed(2)} to ${high.toFixed(2)}`,
  `expecting ${percent(expecting)} (microdata), notice ${percent(notice)}, premiums past vesting ${percent(vested)} (tiers)`,
)

heading('Checks against figures that the model does not use')
line(
  'under three years over three and more',
  tenureCheck(reference).toFixed(2),
  'microdata 1986-92 over CPS tenure 2016; the model has 2.4',
)
const overall = mean(years.map(model.overall))
for (const { industry, ratio } of industryCheck(reference)) {
  const modelled = rate(model.tables.displacement, { industry, period: 'cycle' }) / overall
  line(`${industry} over all`, ratio.toFixed(2), `DWS 1997-2000; the model has ${modelled.toFixed(2)}`)
}
for (const [year, text] of [
  [2006, '1.5 in 2005-07'],
  [2009, '2.8 in 2007-09'],
  [2018, '0.96 in 2017-19'],
] as const)
  line(
    `displaced of three or more years, ${year}`,
    percent(model.overall(year) / model.recall, 2),
    `before recall; derived_estimates.csv: ${text}`,
  )

heading('Chance of a payable claim in a year before selection, over the population')
line('normal years', '', model.normalYears.join(' '))
for (const period of periods)
  line(
    period,
    percent(meanChance(model, population, period)),
    [1, 3]
      .map((tenure) => `${percent(meanChance(model, population, period, tenure))} from ${tenure} years`)
      .join(', '),
  )

heading('Rating tables')
for (const table of ratingTables) {
  console.log(`${table.label} (${table.input}), ${table.basis}`)
  for (const row of table.rows) {
    const key = 'key' in row ? row.key : `${row.from ?? '-inf'} <= x < ${row.to ?? 'inf'}`
    line(`  ${key}`, row.multiplier.toFixed(4), row.source)
  }
}
const bounds = judgementBounds(ratingTables)
line('mean product', meanProduct(model.tables, ratingTables, population, true).toFixed(4), 'population')
line('all judgement', `${bounds.low.toFixed(3)} to ${bounds.high.toFixed(3)}`, 'product of the extremes')
const products = results.map(({ raw }) => raw).sort((a, b) => a - b)
const at = (share: number) => products[Math.floor(share * (products.length - 1))]?.toFixed(2) ?? ''
line('product of factors', `${at(0)} to ${at(1)}`, `1 % ${at(0.01)}, median ${at(0.5)}, 99 % ${at(0.99)}`)

heading('Base premiums: the average applicant who takes the full benefit, through the cycle')
const average = meanChance(model, population, 'cycle') * rate(model.tables.selection, { book: 'all' })
for (const tier of readTiers(reference)) {
  const cost = (average * tier.max_monthly_benefit) / 12
  line(
    tier.tier_name,
    percent(cost / tier.base_premium),
    `${tier.base_premium} dollars for claims of ${cost.toFixed(2)}`,
  )
}

heading('Loss ratio over the population')
for (const period of periods) line(period, percent(lossRatio(results, period)), '')
const selection = rate(model.tables.selection, { book: 'all' })
for (const other of [low, high])
  line(`cycle, selection ${other.toFixed(2)}`, percent((lossRatio(results) * other) / selection), '')
heading('Loss ratio by segment through the cycle')
for (const { by, segment, share, relativity, lossRatio: ratio } of segments(results))
  line(
    `${by}: ${segment}`,
    percent(ratio),
    `${percent(share)} of people, mean product ${relativity.toFixed(2)}`,
  )

heading('Loss ratio by year at constant prices and mix')
const paths = readings.map((reading) => history(reference, model, results, reading))
line('', readings.join(', '), '')
for (const year of years) {
  const ofYear = paths.map((path) =>
    percent(
      mean(path.filter(({ month }) => month.startsWith(String(year))).map(({ ratio }) => ratio)),
      0,
    ).padStart(6),
  )
  line(String(year), ofYear.join(' '), '')
}
heading('How much a year and a month differ from their expectation, coefficients of variation')
for (const [name, { deviation, source }] of Object.entries(historyTables.shocks))
  line(name, deviation.toFixed(3), source)
heading('Largest fall of the reserve, months of premium')
for (const [from, to] of [
  [2001, 2003],
  [2008, 2010],
  [2020, 2020],
] as const) {
  for (const expenses of [0.28, 0.35])
    line(
      `${from === to ? from : `${from}-${to}`}, expenses ${percent(expenses, 0)}`,
      paths.map((path) => peakDeficit(path, from, to, expenses).toFixed(1)).join(', '),
      readings.join(', '),
    )
}

function heading(text: string) {
  console.log(`\n${text}`)
}

function line(label: string, value: string, source: string) {
  console.log(`${label.padEnd(48)} ${value.padStart(10)}  ${source}`.trimEnd())
}

function percent(value = NaN, digits = 1) {
  return `${(100 * value).toFixed(digits)} %`
}
