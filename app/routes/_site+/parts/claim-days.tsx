import { claimCheck, facts } from '~/content/facts'
import { addBusinessDays } from '~/domain/business-days'
import { addDays } from '~/domain/dates'

/** A Monday, followed by weeks without a holiday; the claim of the example is filed on the Thursday. */
const lastDay = '2026-06-01'
const filed = 3

const filedOn = addDays(lastDay, filed)
const checkedFrom = dayOf(addBusinessDays(filedOn, claimCheck.min))
const checkedBy = dayOf(addBusinessDays(filedOn, claimCheck.max))

const rows = [
  {
    title: 'To file a claim',
    text: `${facts.claimFilingDays} days`,
    from: 0,
    to: facts.claimFilingDays,
    kind: 'file',
  },
  {
    title: 'Elimination period',
    text: `${facts.eliminationDays} days`,
    from: 0,
    to: facts.eliminationDays,
    kind: 'wait',
  },
  {
    title: 'We check the claim',
    text: `${facts.claimBusinessDays} business days`,
    from: filed,
    to: checkedBy,
    sure: checkedFrom,
    kind: 'check',
  },
] as const

const percent = (day: number) => `${(day / facts.claimFilingDays) * 100}%`

/** The days after a job loss, to scale, for a claim that is filed early. */
export function ClaimDays() {
  const paid = Math.max(facts.eliminationDays, checkedBy)
  return (
    <figure className="chart claim-days">
      <ul>
        {rows.map(({ title, text, from, to, kind, ...row }) => (
          <li key={title}>
            <p>
              <strong>{title}</strong> {text}
            </p>
            <svg className={`bar claim-${kind}`} width="100%" height={16} aria-hidden="true">
              <rect className="bar-ground" width="100%" height={16} rx={3} />
              <rect x={percent(from)} width={percent(to - from)} height={16} rx={3} />
              {'sure' in row ? (
                <rect
                  className="claim-likely"
                  x={percent(row.sure)}
                  width={percent(to - row.sure)}
                  height={16}
                  rx={3}
                />
              ) : null}
            </svg>
          </li>
        ))}
      </ul>
      <svg className="bar claim-axis" width="100%" height={44} aria-hidden="true">
        <line x1={percent(paid)} x2={percent(paid)} y1={0} y2={12} />
        <text x="0" y={16}>
          Day 0
        </text>
        <text x={percent(paid)} y={28} textAnchor="middle">{`Day ${paid}: paid`}</text>
        <text x="100%" y={16} textAnchor="end">{`Day ${facts.claimFilingDays}`}</text>
      </svg>
      <figcaption>
        To scale, for somebody whose last day is a Monday and who files on day {filed}. A claim filed later is
        paid later: once it is checked.
      </figcaption>
    </figure>
  )
}

function dayOf(date: string) {
  return (Date.parse(date) - Date.parse(lastDay)) / 86_400_000
}
