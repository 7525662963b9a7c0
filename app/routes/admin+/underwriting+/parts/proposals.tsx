import { Link } from '@remix-run/react'

import type { Proposal as StoredProposal } from '~/domain/engine-versions/proposals.server'
import { adminTime } from '~/domain/formats'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'

import { CodeDifferences } from './code-differences'
import { TableDifferences } from './table-differences'

export type Proposal = Omit<StoredProposal, 'created_at'> & { created_at: string }

/** The versions that wait for release by an admin other than their author. */
export function Proposals({ proposals }: { proposals: readonly Proposal[] }) {
  return proposals.map((proposal) => (
    <Card key={proposal.id} title={`Proposed: ${proposal.filename}`}>
      <ProposalFacts proposal={proposal} />
      <details className="proposal-differences">
        <summary>Differences from the version in use</summary>
        <ProposalDifferences proposal={proposal} />
      </details>
      <p>
        <Link to={`/admin/underwriting/proposal/${proposal.id}`}>
          Release, reject or withdraw<span className="visually-hidden"> {proposal.filename}</span>
        </Link>
        {'. '}
        <Link to="/admin/underwriting/releases">
          Release it with changes or later<span className="visually-hidden">: {proposal.filename}</span>
        </Link>
      </p>
    </Card>
  ))
}

/** The author, time and reason of a proposed version. */
export function ProposalFacts({ proposal: { author, created_at, note, isStale } }: { proposal: Proposal }) {
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Author', description: author ?? 'A deleted account' },
          { term: 'Proposed', description: `${adminTime(created_at)} UTC` },
          { term: 'Note', description: note ?? 'None' },
        ]}
      />
      {isStale ? (
        <Notice tone="warning">
          <p>
            Another version has gone live since. This one cannot be released: propose it again on top of that.
          </p>
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
