import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { facts } from '~/content/facts'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { formatCalendarDate, longDate } from '~/domain/dates'
import { counted, money } from '~/domain/formats'
import { curveGeometry } from '~/domain/portfolio/charts.server'
import { readOverview, type Figures } from '~/domain/portfolio/overview.server'
import { overviewDays, readOverviewDays } from '~/domain/portfolio/period'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Stat } from '~/ui/stat'
import { Table, type TableColumn } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { AnswerTimes } from './answer-times'
import { Curves } from './curves'
import { percent, ratio } from './format'
import { listOf } from './list-of'
import { ShareBar } from './share-bar'
import { Simulated } from './simulated'
import { Trend } from './trend'
import { Undelivered } from './undelivered'
import { Waiting } from './waiting'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Portfolio', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const days = readOverviewDays(new URL(request.url).searchParams)
  const overview = await readOverview(db, days, new Date())
  const points = overview.curve.map((point) => ({
    ...point,
    label: formatCalendarDate(point.last).slice(0, 5),
  }))
  const running = endsWithDay(overview.curve)
  return json({ days, ...overview, running, curves: curveGeometry(points, { running }) })
}

/** Whether the last point is today, which is incomplete. In a week, the missing part hardly matters. */
function endsWithDay(curve: readonly { first: string; last: string }[]) {
  const today = curve.at(-1)
  return today !== undefined && today.first === today.last
}

/** The outcomes of recent applications: a page for the start of a working day. */
export default function Portfolio() {
  const data = useLoaderData<typeof loader>()
  const { days, from, until, cut, totals, before, industries, tiers, answers, waiting, undelivered } = data
  const { simulated, curve, running, curves } = data
  const waits = (
    <Card title="What waits now">
      <Waiting waiting={waiting} />
      <Undelivered {...undelivered} />
    </Card>
  )
  const earlier = (count: number | string) => `${count} in the ${days} days before`
  return (
    <AdminPage title="Portfolio">
      <nav aria-label="Period" className="list-links preset-links">
        {overviewDays.map((choice) => (
          <Link
            key={choice}
            to={`/admin/portfolio?days=${choice}`}
            preventScrollReset
            aria-current={choice === days ? 'true' : undefined}
          >
            {choice} days
          </Link>
        ))}
      </nav>
      <p className="hint">
        {longDate(from)} to {longDate(until)}, days in UTC.
        {cut
          ? ` There are more applications: the newest ${totals.applications.toLocaleString('en-US')} are counted.`
          : ''}
      </p>
      {totals.applications === 0 ? (
        <>
          <EmptyState title={`No applications in the last ${days} days`}>
            <p>Choose a longer time, or wait for the next application.</p>
          </EmptyState>
          {waits}
        </>
      ) : (
        <>
          <dl className="stat-grid">
            <Stat
              label="Applications"
              value={<Link to={listOf({ from })}>{totals.applications.toLocaleString('en-US')}</Link>}
              note={earlier(before.applications)}
            />
            <Stat
              label={`Answered within ${facts.quoteBusinessDays} business days`}
              value={percent(answers.inTime, answers.count) ?? <Unset />}
              note={`of ${counted(answers.count, 'answer')}`}
            />
            <Stat
              label="Interested"
              value={
                <Link to={listOf({ answer: 'interested', from })}>
                  {totals.interested.toLocaleString('en-US')}
                </Link>
              }
              note={earlier(before.interested)}
            />
            <Stat
              label="Premium of sent offers"
              value={<Link to={listOf({ answer: 'sent', from })}>{money(totals.premium)}</Link>}
              note={`a month; ${earlier(money(before.premium))}`}
            />
            <Stat
              label="Expected loss ratio"
              value={ratio(totals.loss_ratio) ?? <Unset />}
              note={`of sent offers; ${earlier(ratio(before.loss_ratio) ?? 'none')}`}
            />
          </dl>
          <div className="card-grid portfolio-row">
            <div>
              {waits}
              <Card title="From application to answer">
                <Stages figures={totals} from={from} />
                <p className="hint">
                  Each share is of all applications, those not run included. Approved and declined is what
                  stands: the decision of the engine or, about a referral, that of a person.
                </p>
              </Card>
              {answers.count === 0 ? null : (
                <Card title="Time to an answer">
                  <AnswerTimes answers={answers} />
                </Card>
              )}
            </div>
            <div>
              <Card title={`Against the ${days} days before`}>
                <Trend now={{ ...totals, from }} before={before} />
              </Card>
              <Card title="Over time">
                <Curves rows={curve} running={running} curves={curves} />
              </Card>
            </div>
          </div>
          <Card title="By rated industry">
            <Groups
              caption="Applications by rated industry"
              header="Rated industry"
              groups={industries}
              totals={totals}
              linkOf={(industry) => listOf({ industry, from })}
            />
            <p className="hint">An application that was not run counts by the industry that it names.</p>
          </Card>
          <Card title="By tier">
            <Groups
              caption="Applications by tier"
              header="Coverage tier"
              groups={tiers}
              totals={totals}
              linkOf={(tier) => listOf({ tier, from })}
            />
            <p className="hint">
              The tier that a person decided on, or that the engine rated. Those not run and some refusals
              have none.
            </p>
          </Card>
        </>
      )}
      <Card title="The simulation beside it">
        {simulated ? (
          <Simulated simulated={simulated} figures={totals} days={days} />
        ) : (
          <p>No simulated month is active: import synergy data, or simulate the portfolio.</p>
        )}
        <p className="link-row">
          <Link to="/admin/underwriting/simulation">Simulate the portfolio</Link>
          <Link to="/admin/underwriting/charts">Portfolio charts</Link>
          <Link to="/admin/underwriting/fairness">Fairness</Link>
        </p>
      </Card>
    </AdminPage>
  )
}

/** The number of applications in each stage, with links to their lists. */
function Stages({ figures, from }: { figures: Figures; from: string }) {
  const {
    applications,
    run,
    approved,
    referred,
    declined,
    answered,
    interested,
    refused,
    unanswered,
    refusals,
    withdrawn,
  } = figures
  const list = (filter: Record<string, string> = {}) => listOf({ ...filter, from })
  const stages: { name: string; count: number; to: string }[] = [
    { name: 'Applications', count: applications, to: list() },
    { name: 'Run', count: run, to: list({ decision: 'run' }) },
    { name: 'Approved', count: approved, to: list({ decision: 'approved' }) },
    { name: 'Referred, not decided yet', count: referred, to: list({ decision: 'referred' }) },
    { name: 'Declined', count: declined, to: list({ decision: 'declined' }) },
    { name: 'Answer sent', count: answered, to: list({ answer: 'sent' }) },
    { name: 'Answer sent, interested', count: interested, to: list({ answer: 'interested' }) },
    { name: 'Answer sent, not interested', count: refused, to: list({ answer: 'refused' }) },
    { name: 'Answer sent, no reply yet', count: unanswered, to: list({ answer: 'unanswered' }) },
    { name: 'Answer sent, declined', count: refusals, to: list({ answer: 'declined' }) },
    { name: 'Withdrawn', count: withdrawn, to: list({ status: 'Withdrawn' }) },
  ]
  const none = stages.filter(({ count }) => count === 0)
  return (
    <>
      <Table
        caption="Applications by how far they have come"
        captionHidden
        dense
        rows={stages.filter(({ count }) => count > 0)}
        rowKey={({ name }) => name}
        columns={[
          {
            header: 'Stage',
            rowHeader: true,
            phone: 'title',
            cell: ({ name, to }) => <Link to={to}>{name}</Link>,
          },
          {
            header: 'Applications',
            numeric: true,
            phone: 'mark',
            cell: ({ count }) => count.toLocaleString('en-US'),
          },
          {
            header: 'Share',
            numeric: true,
            phone: 'first',
            cell: ({ count }) => percent(count, applications),
          },
          {
            header: 'Part of all',
            phone: 'second',
            cell: ({ count }) => <ShareBar share={count / applications} />,
          },
        ]}
      />
      {none.length > 0 ? (
        <details>
          <summary>{counted(none.length, 'stage')} without an application</summary>
          <ul className="quote-links">
            {none.map(({ name, to }) => (
              <li key={name}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

type GroupsProps = {
  caption: string
  header: string
  groups: readonly (Figures & { name: string | null })[]
  totals: Figures
  linkOf: (name: string) => string
}

/** The outcomes by group, in columns that add up: approved, referred, declined and not run are all applications. */
function Groups({ caption, header, groups, totals, linkOf }: GroupsProps) {
  return (
    <Table
      caption={caption}
      captionHidden
      dense
      rows={groups}
      rowKey={({ name }) => name ?? ''}
      totals={Object.fromEntries(
        groupColumns.map(({ header: name, cell }) => [name, cell(totals)]).concat([[header, 'All']]),
      )}
      columns={[
        {
          header,
          rowHeader: true,
          phone: 'title',
          cell: ({ name }) => (name === null ? 'No tier' : <Link to={linkOf(name)}>{name}</Link>),
        },
        ...groupColumns.slice(0, 1),
        {
          header: 'Part of all',
          minor: true,
          cell: ({ applications }) => <ShareBar share={applications / totals.applications} />,
        },
        ...groupColumns.slice(1),
      ]}
    />
  )
}

const groupColumns: readonly TableColumn<Figures>[] = [
  {
    header: 'Applications',
    numeric: true,
    phone: 'first',
    cell: ({ applications }) => (
      <>
        {applications.toLocaleString('en-US')}
        <span className="phone-only"> applied</span>
      </>
    ),
  },
  {
    header: 'Approved',
    numeric: true,
    phone: 'second',
    cell: ({ approved, applications }) => (
      <>
        {approved.toLocaleString('en-US')}
        {approved > 0 ? ` (${percent(approved, applications)})` : ''}
        <span className="phone-only"> approved</span>
      </>
    ),
  },
  {
    header: 'Referred',
    numeric: true,
    phone: 'third',
    cell: ({ referred }) => (
      <>
        {referred.toLocaleString('en-US')}
        <span className="phone-only"> referred</span>
      </>
    ),
  },
  {
    header: 'Declined',
    numeric: true,
    cell: ({ declined }) => declined.toLocaleString('en-US'),
  },
  {
    header: 'Not run',
    numeric: true,
    cell: ({ run, applications }) => (applications - run).toLocaleString('en-US'),
  },
  { header: 'Interested', numeric: true, cell: ({ interested }) => interested.toLocaleString('en-US') },
  { header: 'Premium of sent offers', numeric: true, phone: 'mark', cell: ({ premium }) => money(premium) },
  { header: 'Expected loss ratio', numeric: true, cell: ({ loss_ratio }) => ratio(loss_ratio) ?? <Unset /> },
]
