import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import type {
  ChallengerComparison,
  listChallenged,
  listResults,
} from '~/domain/challengers/challengers.server'
import { adminTime, capital, counted, money, signedMoney } from '~/domain/formats'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { SelectField } from '~/ui/field'
import { GetForm } from '~/ui/get-form'
import { Pager } from '~/ui/pager'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import type { RowOf } from '~/ui/row-of'
import { Stat } from '~/ui/stat'
import { Table, type TableColumn } from '~/ui/table'
import { Becomes } from '../parts/becomes'

type Row = RowOf<typeof listResults>
type Version = RowOf<typeof listChallenged>

type Props = {
  shown: Version
  versions: Version[]
  comparison: SerializeFrom<ChallengerComparison>
  rows: Row[]
  pages: Record<string, string | null>
}

/** Compares a challenger's results with the live ones: differences first. */
export function ChallengerComparison({ shown, versions, comparison, rows, pages }: Props) {
  const { counts, differing, movers } = comparison
  return (
    <>
      <h2 id="comparison">Comparison with the live version</h2>
      {versions.length > 1 ? <VersionForm versions={versions} shown={shown} /> : null}
      {counts.runs === 0 ? (
        <EmptyState title={`${shown.filename} has not run yet.`}>
          <p>Each new underwriting run adds a line here.</p>
          <Link to="/admin/submissions">Choose a quote request</Link>
        </EmptyState>
      ) : (
        <>
          <Card title={`Decisions that differ: ${counts.decisions.toLocaleString('en-US')}`}>
            {counts.decisions > differing.length ? (
              <p>{`The newest ${differing.length}; the list below has all.`}</p>
            ) : null}
            <ResultsTable
              caption="Runs with another decision, newest first"
              rows={differing}
              empty={<p>No decision differs.</p>}
            />
          </Card>
          <Summary comparison={comparison} name={shown.filename} />
          <Card title="Largest changes in premium">
            <ResultsTable
              caption="Runs with the largest changes in premium"
              rows={movers}
              empty={<p>No premium differs.</p>}
            />
          </Card>
          <h2>All runs</h2>
          <ResultsTable
            caption="All runs of the challenger, newest first"
            rows={rows}
            empty={<p>There are no older runs.</p>}
          />
          <Pager links={pages} />
        </>
      )}
    </>
  )
}

function VersionForm({ versions, shown }: Pick<Props, 'versions' | 'shown'>) {
  return (
    <GetForm
      action="/admin/underwriting/challenger"
      role="search"
      className="toolbar list-toolbar challenger-versions"
    >
      <SelectField
        key={shown.id}
        id="shown-version"
        name="version"
        label="Version shown"
        options={versions.map(({ id, filename }) => ({ value: String(id), label: filename }))}
        defaultValue={String(shown.id)}
      />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </GetForm>
  )
}

function Summary({ comparison, name }: { comparison: Props['comparison']; name: string }) {
  const { counts, live, challenger, percentiles } = comparison
  const { runs, failures, up, down, same, tiers } = counts
  const change = challenger.premium - live.premium
  return (
    <Card title={`${counted(runs, 'run')} of ${name}`}>
      <dl className="stat-grid">
        <Stat label="Premium goes up" value={up.toLocaleString('en-US')} note="runs" />
        <Stat label="Premium goes down" value={down.toLocaleString('en-US')} note="runs" />
        <Stat label="Premium stays" value={same.toLocaleString('en-US')} note="runs" />
        <Stat label="Another tier" value={tiers.toLocaleString('en-US')} note="runs" />
        <Stat label="No result" value={failures.toLocaleString('en-US')} note="failed runs" />
      </dl>
      {runs === failures ? null : (
        <Table
          caption="Totals of the runs in which both gave a result"
          dense
          rows={[
            { side: 'Live version', ...live, change: null },
            { side: 'Challenger', ...challenger, change },
          ]}
          rowKey={({ side }) => side}
          columns={[
            { header: 'Version', rowHeader: true, cell: ({ side }) => side },
            { header: 'Premium a month', numeric: true, cell: ({ premium }) => money(premium) },
            {
              header: 'Change',
              numeric: true,
              cell: (row) => (row.change === null ? '' : signedMoney(row.change)),
            },
            { header: 'Expected claims a month', numeric: true, cell: ({ claims }) => money(claims) },
            { header: 'Expected loss ratio', numeric: true, cell: ({ lossRatio }) => percent(lossRatio) },
          ]}
        />
      )}
      {percentiles.length > 0 ? (
        <Table
          caption="Change in premium, dollars a month, where both made an offer"
          dense
          rows={percentiles}
          rowKey={({ share }) => share}
          columns={[
            { header: 'Share of the runs', rowHeader: true, cell: ({ share }) => `${share * 100}%` },
            { header: 'Change at most', numeric: true, cell: (row) => signedMoney(row.change) },
          ]}
        />
      ) : null}
      <p className="hint">
        Each run counts, also a further one of the same quote. Expected claims are those of each
        version&apos;s own claim model.
      </p>
    </Card>
  )
}

function ResultsTable({ caption, rows, empty }: { caption: string; rows: Row[]; empty: React.ReactNode }) {
  const columns: TableColumn<Row>[] = [
    {
      header: 'Quote',
      rowHeader: true,
      cell: ({ quote_submission_id: id, name }) => (
        <>
          <Link to={`/admin/underwriting/quote/${id}`}>{`Q-${id}`}</Link> {name}
        </>
      ),
    },
    {
      header: 'Run',
      cell: ({ created_at, result_id }) => (
        <Link to={`/admin/underwriting/result/${result_id}`}>
          <span className="visually-hidden">{`Result ${result_id}, `}</span>
          <span className="on-one-line">{adminTime(created_at)}</span>
        </Link>
      ),
    },
    {
      header: 'Decision',
      cell: ({ live_decision, decision, failure }) => (
        <FromTo
          from={live_decision}
          to={failure === null ? decision : 'no result'}
          show={(text) =>
            isDecision(text) ? <DecisionBadge decision={text} /> : <strong>{capital(text ?? '')}</strong>
          }
        />
      ),
    },
    {
      header: 'Tier',
      cell: ({ live_tier, tier, failure }) => (
        <FromTo
          from={live_tier}
          to={failure === null ? tier : live_tier}
          show={(text) => <TierBadge tier={text} />}
        />
      ),
    },
    {
      header: 'Premium',
      numeric: true,
      cell: ({ live_premium, premium }) => (
        <FromTo from={money(live_premium)} to={money(premium ?? live_premium)} show={(text) => text} />
      ),
    },
    { header: 'Change', numeric: true, cell: ({ change }) => (change === null ? '' : signedMoney(change)) },
  ]
  return (
    <Table
      caption={caption}
      captionHidden
      dense
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={columns}
      details={({ failure, mover, mover_dollars }) =>
        failure !== null
          ? `Failed: ${failure}`
          : mover !== null && `Moved most by ${mover}: ${signedMoney(mover_dollars ?? 0)}`
      }
    />
  )
}

/** One value if both are equal, otherwise both. */
function FromTo({
  from,
  to,
  show,
}: {
  from: string | null
  to: string | null
  show: (text: string | null) => React.ReactNode
}) {
  if (from === to) return show(to)
  return (
    <span>
      {show(from)} <Becomes /> {show(to)}
    </span>
  )
}

function isDecision(text: string | null): text is 'approved' | 'referred' | 'declined' {
  return text === 'approved' || text === 'referred' || text === 'declined'
}

function percent(share: number | null) {
  return share === null ? 'N/A' : `${(share * 100).toFixed(1)}%`
}
