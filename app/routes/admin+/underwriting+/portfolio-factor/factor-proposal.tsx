import { counted } from '~/domain/formats'
import type { FactorProposal as Proposal } from '~/domain/portfolio-factor/portfolio-factor.server'
import { DescriptionList } from '~/ui/description-list'

type Props = { proposal: Proposal | null }

/** The proposal of the newest active simulated month, with its calculation. */
export function FactorProposal({ proposal }: Props) {
  if (proposal === null)
    return <p>No active simulated month has a premium multiplier: there is nothing to propose.</p>
  const { month, scenario, multiplier, claims, factor } = proposal
  return (
    <>
      <p>
        {`The newest active simulated month proposes ${factor.toFixed(4)}: the factor in use, moved towards the month's multiplier by the credibility of a year's claims (1,082 claims count in full), by 10% at most.`}
      </p>
      <DescriptionList
        items={[
          { term: 'Month', description: `${month.slice(0, 7)}${scenario ? `, ${scenario}` : ''}` },
          { term: 'Its multiplier', description: multiplier.toFixed(4) },
          { term: 'Claims in the year before', description: counted(claims, 'claim') },
        ]}
      />
    </>
  )
}
