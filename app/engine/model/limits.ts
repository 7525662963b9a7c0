import { claimTables } from './claim-tables'
import { productCap, maxMonthsOfPay } from './price'
import { maxRecord } from './claim-model'
import type { Limits } from './tables'

const cycle = claimTables.displacement.rows.filter(({ period }) => period === 'cycle')

/** The single figures of the price and of the decision, with the range in which an admin may set each. */
export const limits: Limits = {
  cap: {
    label: 'Highest product of the rating factors',
    value: productCap,
    min: 2,
    max: 10,
    source: 'judgement: above it, a year of Standard costs more than a quarter of the benefit',
  },
  highest_record: {
    label: "Highest multiple of its industry that an employer's own record counts as",
    value: maxRecord,
    min: 1,
    max: 10,
    source: 'judgement: one year is no more certain',
  },
  displacement: {
    label: 'Displacement of an industry that has no row',
    value: Number((cycle.reduce((sum, { value }) => sum + value, 0) / cycle.length).toPrecision(5)),
    min: 0,
    max: 0.5,
    source: 'mean of the industries',
  },
  months_of_income: {
    label: 'Months of income that a benefit never exceeds',
    value: maxMonthsOfPay,
    min: 1,
    max: 6,
    source: 'terms: six months of income',
  },
  expense_months: {
    label: 'Months of expense for each member who leaves',
    value: 0.5,
    min: 0,
    max: 3,
    source: 'judgement',
  },
  reference_churn: {
    label: 'Share of members who leave a month, on average',
    value: 0.025,
    min: 0,
    max: 0.5,
    source: 'judgement',
  },
  minimum_age: { label: 'Lowest age', value: 18, min: 18, max: 25, source: 'terms' },
  share_of_income: {
    label: 'Share of income above which a person looks at the premium',
    value: 0.1,
    min: 0.01,
    max: 0.5,
    source: 'judgement',
  },
  lowest_loss_ratio: {
    label: 'Loss ratio below which a person looks at a price',
    value: 0.25,
    min: 0.25,
    max: 0.6,
    source: 'rule 8',
  },
  highest_loss_ratio: {
    label: 'Loss ratio above which a person looks at a price',
    value: 1,
    min: 0.6,
    max: 1,
    source: 'rule 8',
  },
  salary_tolerance: {
    label: 'Share by which a salary and twelve monthly incomes may differ',
    value: 0.1,
    min: 0,
    max: 0.5,
    source: 'judgement',
  },
  youngest_worker: {
    label: 'Age at which somebody can begin to work',
    value: 14,
    min: 10,
    max: 18,
    source: 'Fair Labor Standards Act: 14',
  },
}
