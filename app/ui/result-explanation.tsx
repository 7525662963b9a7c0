import { money } from '~/domain/formats'
import { type CalculationDetails } from '~/engine/engine.schema'

import { Card } from './card'
import { DescriptionList } from './description-list'
import { Notice } from './notice'
import { Table } from './table'
import { Waterfall } from './waterfall'

type Props = { details: CalculationDetails; premium: number | null }

/** How the engine came to its figures: each factor as a picture and a table, then every step of the sum. */
export function ResultExplanation({ details, premium }: Props) {
  const { steps, warnings } = details
  return (
    <>
      {warnings.length > 0 ? (
        <Notice tone="warning" title="The engine noted">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <FactorsCard details={details} premium={premium} />
      <Card title="Every step">
        <p>Each line can be redone by hand: the figures in it are the rounded ones that the engine used.</p>
        <Table
          caption="Steps of the calculation, in order"
          captionHidden
          rows={steps.map((step, index) => ({ ...step, number: index + 1 }))}
          rowKey={(step) => step.number}
          empty={<p>The engine gave no steps.</p>}
          columns={[
            { key: 'number', header: '#', numeric: true, cell: (step) => step.number },
            { key: 'label', header: 'Step', rowHeader: true, cell: (step) => step.label },
            { key: 'formula', header: 'Sum', cell: (step) => step.formula },
            { key: 'value', header: 'Result', numeric: true, cell: (step) => String(step.value) },
          ]}
        />
      </Card>
      <Card title="Where the figures come from">
        <DescriptionList
          items={Object.entries(details.data_sources).map(([source, value]) => ({
            term: source,
            description: typeof value === 'string' ? value : JSON.stringify(value),
          }))}
        />
      </Card>
    </>
  )
}

/** From the tier's base premium to the premium of this applicant, factor by factor. */
function FactorsCard({ details: { factors, base_premium: base = 0 }, premium }: Props) {
  if (factors.length === 0) return null
  const running = runningPremiums(base, factors)
  const moving = running.filter((factor) => factor.multiplier !== 1)
  return (
    <Card title="Each factor and its effect">
      {base > 0 && premium ? (
        <Waterfall
          title="From the base premium to the monthly premium"
          description={`Starts at ${money(base)}, is multiplied by ${moving.length} factors that are not neutral and ends at ${money(premium)}. The table below lists every factor.`}
          start={{ label: 'Base premium of the tier', value: base }}
          steps={moving.map(({ label, multiplier, from, to }) => ({
            label,
            from,
            to,
            note: `× ${multiplier.toFixed(4)}`,
          }))}
          end={{ label: 'Monthly premium', value: premium }}
          format={money}
        />
      ) : null}
      <Table
        caption="Rating factors, in the order in which they are used"
        captionHidden
        dense
        rows={running}
        rowKey={(factor) => factor.name}
        empty={null}
        columns={[
          { key: 'label', header: 'Factor', rowHeader: true, cell: (factor) => factor.label },
          { key: 'input', header: 'What it looks at', cell: (factor) => factor.input },
          {
            key: 'multiplier',
            header: 'Multiplier',
            numeric: true,
            cell: (factor) => factor.multiplier.toFixed(4),
          },
          {
            key: 'range',
            header: 'Range',
            numeric: true,
            cell: ({ min, max }) => (min === undefined || max === undefined ? '' : `${min} to ${max}`),
          },
          {
            key: 'to',
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
    const from = to
    to = from * factor.multiplier
    return { ...factor, from, to }
  })
}
