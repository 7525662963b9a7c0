import { capital, money } from '~/domain/formats'
import type { WaterfallBar } from '~/domain/underwriting/waterfall.server'
import type { CalculationDetails } from '~/engine/engine.schema'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

import { Waterfall } from './waterfall'

type Props = { details: CalculationDetails; waterfall: WaterfallBar[] | null }

/** The calculation of a result: each factor as a chart and a table, then every step of the sum. */
export function ResultExplanation({ details, waterfall }: Props) {
  const { steps, warnings } = details
  return (
    <>
      {warnings.length > 0 ? (
        <Notice tone="warning" title="The engine noted">
          <BulletList items={warnings} />
        </Notice>
      ) : null}
      <FactorsCard details={details} waterfall={waterfall} />
      <Card title="Every step">
        <p>Each line can be redone by hand: the figures in it are the rounded ones that the engine used.</p>
        <Table
          caption="Steps of the calculation, in order"
          captionHidden
          rows={steps.map((step, index) => ({ ...step, number: index + 1 }))}
          rowKey={(step) => step.number}
          empty={<p>The engine gave no steps.</p>}
          columns={[
            { header: '#', numeric: true, cell: (step) => step.number },
            { header: 'Step', rowHeader: true, cell: (step) => step.label },
            { header: 'Sum', cell: (step) => step.formula },
            { header: 'Result', numeric: true, cell: (step) => String(step.value) },
          ]}
        />
      </Card>
      <Card title="Where the figures come from">
        <DescriptionList
          items={Object.entries(details.data_sources).map(([source, value]) => ({
            term: capital(source.replaceAll('_', ' ')),
            description: typeof value === 'string' ? value : JSON.stringify(value),
          }))}
        />
      </Card>
    </>
  )
}

/** The input of a factor; booleans as Yes or No. */
function answerInWords(input: string) {
  return input === 'TRUE' ? 'Yes' : input === 'FALSE' ? 'No' : input
}

/** The steps from the tier's base premium to the applicant's premium, factor by factor. */
function FactorsCard({ details: { factors, base_premium: base = 0 }, waterfall }: Props) {
  if (factors.length === 0) return null
  return (
    <Card title="Each factor and its effect">
      {waterfall ? (
        <Waterfall
          title="From the base premium to the monthly premium"
          description={`The base premium, the ${waterfall.length - 2} factors that are not neutral, and the monthly premium. The table below lists every factor.`}
          bars={waterfall}
          format={money}
        />
      ) : null}
      <Table
        caption="Rating factors, in the order in which they are used"
        captionHidden
        dense
        rows={runningPremiums(base, factors)}
        rowKey={(factor) => factor.name}
        columns={[
          { header: 'Factor', rowHeader: true, cell: (factor) => factor.label },
          { header: 'What it looks at', cell: (factor) => answerInWords(factor.input) },
          { header: 'Multiplier', numeric: true, cell: (factor) => factor.multiplier.toFixed(4) },
          {
            header: 'Range',
            numeric: true,
            cell: ({ min, max }) => (min === undefined || max === undefined ? '' : `${min} to ${max}`),
          },
          {
            header: 'Premium so far',
            numeric: true,
            cell: (factor) => (base > 0 ? money(factor.to) : 'N/A'),
          },
        ]}
      />
    </Card>
  )
}

function runningPremiums(base: number, factors: CalculationDetails['factors']) {
  let to = base
  return factors.map((factor) => {
    to *= factor.multiplier
    return { ...factor, to }
  })
}
