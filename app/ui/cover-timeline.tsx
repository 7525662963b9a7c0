import type { ReactNode } from 'react'

import { exampleTiers, facts } from '~/content/facts'
import { counted } from '~/domain/formats'

type Props = {
  vestingMonths: number
  /** Formatted dates. */
  dates?: { start: string; loss: string; paid: string }
  /** The text about the vesting months below the line. */
  note?: string
}

const [smallest] = exampleTiers
const { min, max } = facts.vestingMonths

/** The timeline before a tier is chosen: that of the smallest example tier. */
export function ExampleCoverTimeline() {
  return (
    <CoverTimeline
      vestingMonths={smallest.vestingMonths}
      note={`Example: ${smallest.name}. Vesting takes ${min} to ${max} months, by tier.`}
    />
  )
}

/** From the start of cover to the lump sum, on one line: points in time are marks, periods are cells. */
export function CoverTimeline({ vestingMonths, dates, note }: Props) {
  const days = facts.eliminationDays
  return (
    <figure className="chart cover">
      <ol className="cover-line">
        <Moment
          name="start"
          title="Cover starts"
          date={dates?.start}
          mark={
            <>
              <circle cx={14} cy={14} r={11} />
              <circle cx={14} cy={14} r={4} className="cover-dot" />
            </>
          }
        />
        {vestingMonths > 0 ? (
          <Period
            name="vesting"
            cells={vestingMonths}
            title={counted(vestingMonths, 'vesting month')}
            text="Your cover is in force, and you cannot claim yet."
          />
        ) : null}
        <Period
          name="active"
          title="Cover is active"
          text="You can claim if you lose your work through no fault of your own."
        />
        <Moment
          name="loss"
          title="Day of job loss"
          date={dates?.loss}
          mark={<path d="M14 2 26 14 14 26 2 14Z" />}
        />
        <Period
          name="elimination"
          cells={days}
          title={`${days} days of elimination`}
          text="A wait without work, before the benefit is due."
        />
        <Moment
          name="paid"
          title="Lump sum due"
          date={dates && `${dates.paid}, at the earliest`}
          mark={
            <>
              <circle cx={14} cy={14} r={12} />
              <path d="m8.5 14.5 3.8 3.8 7.4-8" className="cover-check" />
            </>
          }
        />
      </ol>
      <figcaption>
        {note ? `${note} ` : null}A large cell is a month, a small cell is a day. Cover stays active for as
        long as you keep it; the line is not to scale. The sum is paid once your claim is checked, which takes{' '}
        {facts.claimBusinessDays} business days.
      </figcaption>
    </figure>
  )
}

type MomentProps = { name: 'start' | 'loss' | 'paid'; title: string; date?: string; mark: ReactNode }

function Moment({ name, title, date, mark }: MomentProps) {
  return (
    <li className={`cover-moment cover-${name}`}>
      <svg className="cover-mark" viewBox="0 0 28 28" width={28} height={28} aria-hidden="true">
        {mark}
      </svg>
      <span className="cover-words">
        <strong>{title}</strong>
        {date ? <span className="cover-date">{date}</span> : null}
      </span>
    </li>
  )
}

type PeriodProps = {
  name: 'vesting' | 'active' | 'elimination'
  /** Months or days. Without a number the length is open: a band with dots. */
  cells?: number
  title: string
  text: string
}

function Period({ name, cells, title, text }: PeriodProps) {
  return (
    <li className={`cover-period cover-${name}`}>
      <span className="cover-cells" aria-hidden="true">
        {cells === undefined ? (
          <>
            <span />
            <i />
            <i />
            <i />
            <span />
          </>
        ) : (
          Array.from({ length: cells }, (_, index) => <span key={index} />)
        )}
      </span>
      <span className="cover-words">
        <strong>{title}</strong>
        <span className="cover-text">{text}</span>
      </span>
    </li>
  )
}
