import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { fairnessReport, newestResults } from '~/domain/fairness/fairness.server'
import { minPeople, type FairnessGroup } from '~/domain/fairness/groups'
import { capital } from '~/domain/formats'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { bookOf } from '~/http/fairness-book.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ButtonLink } from '~/ui/button'
import { DownloadLink } from '~/ui/download-link'
import { EmptyState } from '~/ui/empty-state'
import { Stat } from '~/ui/stat'
import { Unset } from '~/ui/unset'

import { FairnessTabs } from '../../parts/fairness-tabs'
import styles from '../../parts/engine.css?url'
import { GroupFold } from './group-fold'
import { GroupTable } from './group-table'

const path = '/admin/underwriting/fairness'

/** Pairs of groups on the page, those with the lowest approval ratios; the file has all. */
const maxPairs = 20

/** The id of the table of the groups below four fifths, which the figure at the top of the page links to. */
const belowId = 'below-four-fifths'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Fairness', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const book = bookOf(request)
  const outcome = await fairnessReport(db, sandbox, book)
  if (!outcome.ok) return json({ book, message: outcome.message, report: null }, { status: 503 })
  const { groups, ...all } = outcome.report
  const isPair = ({ kind }: FairnessGroup) => kind.includes(' and ')
  const isBelow = ({ belowFourFifths }: FairnessGroup) => belowFourFifths
  const pairs = groups.filter(isPair).toSorted((a, b) => (a.approvalRatio ?? 0) - (b.approvalRatio ?? 0))
  const report = {
    ...all,
    groups: groups.filter((group) => !isPair(group)),
    pairs: pairs.slice(0, maxPairs),
    allPairs: { count: pairs.length, below: pairs.filter(isBelow).length },
    below: groups.filter(isBelow),
  }
  return json({ book, message: null, report, minPeople, newestResults })
}

export default function Fairness() {
  const data = useLoaderData<typeof loader>()
  const { book, report } = data
  return (
    <AdminPage title="Fairness" tool="Fairness">
      <p>
        Compares how often groups are approved and what they pay, to find what a person should look at. The
        engine sees neither sex nor marital status. A ratio below 0.80, the four-fifths rule, does not prove
        that a group is treated unfairly, and one above it does not prove the contrary: the groups differ in
        work, pay and tenure, and small ones by chance.
      </p>
      <FairnessTabs current={book} />
      {report === null ? (
        <EmptyState title="The population could not be run.">
          <p>{data.message} Reload the page to try again.</p>
        </EmptyState>
      ) : (
        <Report {...data} report={report} />
      )}
    </AdminPage>
  )
}

type Loaded = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { minPeople: number }>

function Report({ book, report, minPeople: min, newestResults: newest }: Loaded) {
  const kinds = [...new Set(report.groups.map(({ kind }) => kind))]
  return (
    <>
      <dl className="stat-grid">
        <Stat
          label="People"
          value={report.people.toLocaleString('en-US')}
          note={
            book === 'quotes'
              ? 'quotes, by the newest result of each'
              : 'applicants, under the engine in use today'
          }
        />
        <Stat
          label="Approved"
          value={`${(100 * report.approvedShare).toFixed(1)}%`}
          note={
            book === 'quotes'
              ? 'of the quotes that were run, by the engine alone: not by a person after it'
              : 'of the applicants, by the engine alone'
          }
        />
        <Stat
          label="Premium"
          value={report.perThousand === null ? <Unset /> : `$${report.perThousand.toFixed(2)}`}
          note="a month for $1,000 of benefit"
        />
        <Stat
          label="Below four fifths"
          value={report.below.length > 0 ? <a href={`#${belowId}`}>{report.below.length}</a> : 0}
          note="groups and pairs"
        />
      </dl>
      <p className="hint">
        {`A group of fewer than ${min} people is not shown. A ratio of approval is to the highest group of its kind, one of price (×) to the average of all. `}
        {book === 'quotes'
          ? `What moved the price is read from the newest ${newest.toLocaleString('en-US')} results.`
          : null}
      </p>
      {report.groups.length === 0 ? (
        <EmptyState title={`No group has ${min} people yet.`}>
          <p>The bundled population shows what the engine in use does.</p>
          {book === 'quotes' ? (
            <ButtonLink to={`${path}?of=population`} variant="secondary">
              See its groups
            </ButtonLink>
          ) : null}
        </EmptyState>
      ) : (
        <p className="link-row">
          <DownloadLink to={`${path}/export${book === 'quotes' ? '' : `?of=${book}`}`}>
            Download all groups as CSV
          </DownloadLink>
        </p>
      )}
      <div className="fairness-groups">
        {report.below.length > 0 ? (
          <div id={belowId} tabIndex={-1}>
            <GroupTable caption="Below four fifths" groups={report.below} showsKind />
          </div>
        ) : null}
        {kinds.map((kind) => (
          <GroupFold
            key={kind}
            title={capital(kind)}
            groups={report.groups.filter((group) => group.kind === kind)}
          />
        ))}
        <GroupFold
          title={
            report.pairs.length < report.allPairs.count
              ? `Pairs of groups: the ${report.pairs.length} lowest ratios of ${report.allPairs.count}`
              : 'Pairs of groups'
          }
          groups={report.pairs}
          pairs={report.allPairs}
        />
      </div>
    </>
  )
}
