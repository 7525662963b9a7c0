import { fourFifths } from '~/domain/engine-versions/gate/population.server'

/** What people are grouped by, and the pairs of it. */
export const dimensions = ['sex', 'age', 'state', 'industry', 'marital status'] as const
export type Dimension = (typeof dimensions)[number]

export const dimensionSets: readonly (readonly Dimension[])[] = [
  ...dimensions.map((dimension) => [dimension]),
  ...dimensions.flatMap((one, at) => dimensions.slice(at + 1).map((other) => [one, other])),
]

/** A smaller group is not shown: its ratios are chance, and it could show a person's outcome. */
export const minPeople = 30

/** The totals of a group. Premiums and benefits are those of people who are not declined; weights count for people of the population. */
export type GroupTotals = {
  /** 'sex', or 'sex and age'. */
  kind: string
  name: string
  people: number
  weight: number
  approved: number
  premium: number
  benefit: number
}

/** A person with the multipliers of the rating factors. */
export type RatedPerson = {
  groups: Record<Dimension, string>
  weight: number
  factors: { name: string; multiplier: number }[]
}

/** A factor whose mean multiplier in a group differs from that of all: 1.05 is 5% higher. */
export type Mover = { factor: string; ratio: number }

export type FairnessGroup = {
  kind: string
  name: string
  people: number
  approvedShare: number
  /** Relative to the highest approved share of the same kind; null where nobody is approved. */
  approvalRatio: number | null
  belowFourFifths: boolean
  /** US dollars a month for each $1,000 of benefit; null where nobody has a price. */
  perThousand: number | null
  priceRatio: number | null
  movers: Mover[]
}

export type FairnessReport = {
  people: number
  approvedShare: number
  perThousand: number | null
  groups: FairnessGroup[]
}

export function kindOf(set: readonly Dimension[]) {
  return set.join(' and ')
}

export function nameOf(set: readonly Dimension[], groups: Record<Dimension, string>) {
  return set.map((dimension) => groups[dimension] || 'Not stated').join(', ')
}

/** Compares the groups with at least `minPeople`, lowest approval ratio first within each kind. */
export function compareGroups(
  all: GroupTotals,
  groups: readonly GroupTotals[],
  people: readonly RatedPerson[],
): FairnessReport {
  const movers = moversByGroup(people)
  const shown = groups.filter((group) => group.people >= minPeople)
  const highest = new Map<string, number>()
  for (const group of shown)
    highest.set(group.kind, Math.max(highest.get(group.kind) ?? 0, group.approved / group.weight))
  const average = perThousandOf(all)
  const rows = shown.map((group): FairnessGroup => {
    const approvedShare = group.approved / group.weight
    const best = highest.get(group.kind) ?? 0
    const approvalRatio = best > 0 ? approvedShare / best : null
    const perThousand = perThousandOf(group)
    return {
      kind: group.kind,
      name: group.name,
      people: group.people,
      approvedShare,
      approvalRatio,
      belowFourFifths: approvalRatio !== null && approvalRatio < fourFifths,
      perThousand,
      priceRatio: perThousand === null || average === null ? null : perThousand / average,
      movers: movers(group.kind, group.name),
    }
  })
  const order = dimensionSets.map(kindOf)
  return {
    people: all.people,
    approvedShare: all.weight > 0 ? all.approved / all.weight : 0,
    perThousand: average,
    groups: rows.toSorted(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        (a.approvalRatio ?? 0) - (b.approvalRatio ?? 0) ||
        a.name.localeCompare(b.name),
    ),
  }
}

function perThousandOf({ premium, benefit }: GroupTotals) {
  return benefit > 0 ? (1000 * premium) / benefit : null
}

/** Factors that are not the answers of a person: they follow from the tier, the benefit and the rounding. */
const notRating = new Set(['cap', 'cover_taken', 'persistency', 'portfolio', 'rounding'])
const maxMovers = 3
/** Smaller differences are not named. */
const minDifference = 0.005

/** Returns the factors that differ most in a group; none where fewer than `minPeople` have factors. */
function moversByGroup(people: readonly RatedPerson[]) {
  type Sums = { people: number; factors: Map<string, { sum: number; weight: number }> }
  const groups = new Map<string, Sums>()
  const add = (key: string, { weight, factors }: RatedPerson) => {
    const sums = groups.get(key) ?? { people: 0, factors: new Map() }
    groups.set(key, sums)
    sums.people += 1
    for (const { name, multiplier } of factors) {
      if (notRating.has(name)) continue
      const known = sums.factors.get(name) ?? { sum: 0, weight: 0 }
      sums.factors.set(name, { sum: known.sum + weight * multiplier, weight: known.weight + weight })
    }
  }
  for (const person of people) {
    add('', person)
    for (const set of dimensionSets) add(`${kindOf(set)}: ${nameOf(set, person.groups)}`, person)
  }
  const all = groups.get('')?.factors
  return (kind: string, name: string): Mover[] => {
    const own = groups.get(`${kind}: ${name}`)
    if (!own || own.people < minPeople) return []
    return [...own.factors]
      .flatMap(([factor, { sum, weight }]) => {
        const usual = all?.get(factor)
        return usual ? [{ factor, ratio: sum / weight / (usual.sum / usual.weight) }] : []
      })
      .filter(({ ratio }) => Math.abs(ratio - 1) >= minDifference)
      .toSorted((a, b) => Math.abs(b.ratio - 1) - Math.abs(a.ratio - 1))
      .slice(0, maxMovers)
  }
}
