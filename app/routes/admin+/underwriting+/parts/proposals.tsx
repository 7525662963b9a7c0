import { Link } from '@remix-run/react'

import type { Proposal as StoredProposal } from '~/domain/engine-versions/proposals.server'
import { adminTime } from '~/domain/formats'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'
import { Unset } from '~/ui/unset'

import { CodeDifferences } from './code-differences'
import { TableDifferences } from './table-differences'

export type Proposal = Omit<StoredProposal, 'created_at'> & { created_at: string }

type Props = {
  proposals: readonly Proposal[]
  /** Shows the outdated ones, which no longer can be released, or the others. */
  outdated?: boolean
}

/** The versions that wait for release by an admin other than their author. */
export function Proposals({ proposals, outdated = false }: Props) {
  return proposals
    .filter(({ isStale }) => isStale === outdated)
    .map((proposal) => <WaitingProposal key={proposal.id} proposal={proposal} />)
}

function WaitingProposal({ proposal }: { proposal: Proposal }) {
  const { id, filename, author, created_at, note, isStale } = proposal
  return (
    <Card title={`Proposed: ${filename}`} actions={isStale ? <Badge tone="yellow">Outdated</Badge> : null}>
      <p className="hint">
        {author ?? 'A deleted account'}, {adminTime(created_at)} UTC{note === null ? '' : `: ${note}`}
      </p>
      {isStale ? <p>{staleText}</p> : null}
      <details className="proposal-differences">
        <summary>Differences from the version in use</summary>
        <ProposalDifferences proposal={proposal} />
      </details>
      <p>
        <Link to={`/admin/underwriting/proposal/${id}`}>
          {isStale ? 'Reject or withdraw' : 'Release, reject or withdraw'}
          <span className="visually-hidden"> {filename}</span>
        </Link>
        {isStale ? null : (
          <>
            {'. '}
            <Link to="/admin/underwriting/releases">
              Release it with changes or later<span className="visually-hidden">: {filename}</span>
            </Link>
          </>
        )}
      </p>
    </Card>
  )
}

const staleText =
  'Another version has gone live since. This one cannot be released: propose it again on top of that.'

/** The author, time and reason of a proposed version. */
export function ProposalFacts({ proposal: { author, created_at, note, isStale } }: { proposal: Proposal }) {
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Author', description: author ?? 'A deleted account' },
          { term: 'Proposed', description: `${adminTime(created_at)} UTC` },
          { term: 'Note', description: note ?? <Unset /> },
        ]}
      />
      {isStale ? (
        <Notice tone="warning">
          <p>{staleText}</p>
        </Notice>
      ) : null}
    </>
  )
}

/** The changes of a proposed version. */
export function ProposalDifferences({ proposal: { filename, code, differences } }: { proposal: Proposal }) {
  const isCodeSame = code?.parts.length === 0
  return (
    <>
      {differences.length > 0 ? <TableDifferences differences={differences} /> : null}
      {isCodeSame ? (
        <p>The code is the same.</p>
      ) : (
        <CodeDifferences differences={code} before="the version in use" after={filename} />
      )}
    </>
  )
}
