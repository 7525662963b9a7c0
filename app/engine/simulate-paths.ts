import { percentiles, type ScenarioName } from './scenario-names'
import { replays } from './scenarios'
import {
  openingMembers,
  openingReserve,
  simulatePortfolio,
  type Projection,
  type SimulationRow,
} from './simulate'

/*
 * Many paths of the same portfolio: how the reserve spreads, and how much of it survives. Plain data in and out, so that a worker can
 * run it.
 */

export type PathsRequest = Projection & { paths: number }

/**
 * The reserve that paths need: what an opening reserve must at least be to stay above zero to the end, in US dollars. `ofPremium` is the
 * same in months of the opening portfolio's premium.
 */
export type ReserveNeed = {
  scenario: ScenarioName
  months: number
  median: number
  p95: number
  p995: number
  ofPremium: { median: number; p95: number; p995: number }
  /** The share of paths in which the opening reserve stays above zero. */
  survived: number
}

export type PathsResult = {
  /** The first path, with the seed itself: the months of the simulation file. */
  rows: SimulationRow[]
  /** The reserve at the end of each month, by percentile. */
  fan: { month: string; reserve: number[] }[]
  /** The median reserve of each historical replay, by month, at most as long as the projection. */
  replays: { scenario: ScenarioName; reserve: number[] }[]
  needs: ReserveNeed[]
  /** US dollars a month: the premium of the portfolio before the first month. */
  premium: number
}

/** The runs that the paths consist of: the scenario, any twelve months of history, and the replays. */
function runsOf({ scenario, months }: PathsRequest) {
  return [
    { scenario, months, needMonths: Math.min(12, months) },
    { scenario: 'history' as const, months: 12, needMonths: 12 },
    ...replays.map((replay) => ({ ...replay, needMonths: replay.months })),
  ]
}

/** The number of months that a request simulates over all its paths: its cost. */
function monthsOf(request: PathsRequest) {
  return request.paths * runsOf(request).reduce((sum, { months }) => sum + months, 0)
}

/** @param onProgress is called now and then with the share that is done, from 0 to 1 */
export function simulatePaths(
  request: PathsRequest,
  onProgress: (share: number) => void = () => {},
): PathsResult {
  const { book, members = openingMembers, reserve: opening = openingReserve } = request
  const premium = members * book.premium
  const total = monthsOf(request)
  let [done, reported] = [0, 0]
  const runs = runsOf(request).map((run) => {
    const byMonth = Array.from({ length: run.months }, () => new Float64Array(request.paths))
    const needs = new Float64Array(request.paths)
    for (let path = 0; path < request.paths; path += 1) {
      const rows = simulatePortfolio({ ...request, ...run, seed: seedOf(request.seed, path) })
      needs[path] = needOf(rows.slice(0, run.needMonths), opening)
      for (const [month, { ReserveBalance }] of rows.entries()) byMonth[month]![path] = ReserveBalance
      done += run.months
      if (done - reported >= total / 100) onProgress((reported = done) / total)
    }
    return { ...run, byMonth: byMonth.map((values) => values.sort()), needs: needs.sort() }
  })
  const [main] = runs
  const rows = simulatePortfolio(request)
  return {
    rows,
    fan: rows.map(({ SimDate }, month) => ({
      month: SimDate,
      reserve: percentiles.map((percent) => quantile(main?.byMonth[month] ?? [], percent / 100)),
    })),
    replays: runs.slice(2).map(({ scenario, byMonth }) => ({
      scenario,
      reserve: byMonth.slice(0, request.months).map((values) => quantile(values, 0.5)),
    })),
    needs: runs.map(({ scenario, needMonths, needs }) => {
      const [median, p95, p995] = [quantile(needs, 0.5), quantile(needs, 0.95), quantile(needs, 0.995)]
      return {
        scenario,
        months: needMonths,
        median,
        p95,
        p995,
        ofPremium: { median: median / premium, p95: p95 / premium, p995: p995 / premium },
        survived: needs.filter((need) => need <= opening).length / request.paths,
      }
    }),
    premium,
  }
}

/** How far the reserve falls below its opening, at the end of any month. */
export function needOf(rows: readonly Pick<SimulationRow, 'ReserveBalance'>[], opening: number) {
  return rows.reduce((need, { ReserveBalance }) => Math.max(need, opening - ReserveBalance), 0)
}

/** The seed of a path: the first has the seed itself, so that it is the projection that is stored. */
function seedOf(seed: number, path: number) {
  return (seed + Math.imul(path, 0x9e3779b1)) >>> 0
}

/** Returns a quantile of sorted values, between two of them in proportion. */
export function quantile(sorted: ArrayLike<number>, share: number) {
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN]
  return below + (above - below) * (place - Math.floor(place))
}
