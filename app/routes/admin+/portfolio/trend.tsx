import { Link } from '@remix-run/react'

import { money, signedMoney } from '~/domain/formats'
import type { Figures } from '~/domain/portfolio/overview.server'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { percent } from './format'
import { listOf } from './list-of'

type Props = { now: Figures & { from: string }; before: Figures & { from: string; until: string } }

type Row = {
  name: string
  filter: Record<string, string>
  now: string | null
  before: string | null
  change: string | null
}

/** The figures of a period beside those of the one before it, each with its list. */
export function Trend({ now, before }: Props) {
  const rows: Row[] = [
    {
      name: 'Applications',
      filter: {},
      now: now.applications.toLocaleString('en-US'),
      before: before.applications.toLocaleString('en-US'),
      change: signed(now.applications - before.applications),
    },
    {
      name: 'Premium of sent offers a month',
      filter: { answer: 'sent' },
      now: money(now.premium),
      before: money(before.premium),
      change: signedMoney(now.premium - before.premium),
    },
    {
      name: 'Acceptance',
      filter: { answer: 'interested' },
      now: percent(now.interested, offersOf(now)),
      before: percent(before.interested, offersOf(before)),
      change: points(now, before),
    },
  ]
  return (
    <>
      <Table
        caption="This period against the one before it"
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Figure', rowHeader: true, cell: ({ name }) => name },
          {
            header: 'Now',
            numeric: true,
            cell: ({ name, filter, now: value }) => (
              <Figure value={value} label={`${name}: ${value}, now`} list={{ ...filter, from: now.from }} />
            ),
          },
          {
            header: 'Before',
            numeric: true,
            cell: ({ name, filter, before: value }) => (
              <Figure
                value={value}
                label={`${name}: ${value}, before`}
                list={{ ...filter, from: before.from, to: before.until }}
              />
            ),
          },
          { header: 'Change', numeric: true, cell: ({ change }) => change ?? <Unset /> },
        ]}
      />
      <p className="hint">
        Acceptance is the share of the sent offers whose applicants are interested. Newer applications have
        had less time for an answer.
      </p>
    </>
  )
}

/** A figure with a link to its list, if it has one. */
function Figure({ value, label, list }: { value: string | null; label: string; list: Row['filter'] }) {
  if (value === null) return <Unset />
  return (
    <Link to={listOf(list)} aria-label={label}>
      {value}
    </Link>
  )
}

/** Returns the number of results that an applicant can accept: without refusals. */
function offersOf({ answered, refusals }: Figures) {
  return answered - refusals
}

/** Returns the change of the acceptance in percentage points. */
function points(now: Figures, before: Figures) {
  const [offers, earlier] = [offersOf(now), offersOf(before)]
  if (offers === 0 || earlier === 0) return null
  const change = Math.round((now.interested / offers) * 100) - Math.round((before.interested / earlier) * 100)
  return `${signed(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`
}

function signed(change: number) {
  const number = Math.abs(change).toLocaleString('en-US')
  return change === 0 ? '0' : `${change < 0 ? '−' : '+'}${number}`
}
