import type { ReactNode } from 'react'

import { capital, counted, money, signedMoney } from '~/domain/formats'
import type { ResultDetails } from '~/domain/underwriting/details'
import type { Waterfall as WaterfallData } from '~/domain/underwriting/waterfall.server'
import { percentOf } from '~/domain/underwriting/percent-of'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

import { Waterfall } from './waterfall'

type Props = {
  details: ResultDetails
  waterfall: WaterfallData | null
  /** The rated and the offered cover and monthly premium, in US dollars; absent if nobody changed them. */
  offered?: { rated: Terms; offered: Terms } | undefined
  /** Shown after the chart. */
  children: ReactNode
}

type Terms = { coverage: number; monthly: number }

/** The calculation of a result: each factor as a chart and a table, then every step of the sum. */
export function ResultExplanation({ details, waterfall, offered, children }: Props) {
  const { steps, warnings, expected } = details
  return (
    <>
      {warnings.length > 0 ? (
        <Notice tone="warning" title="The engine noted">
          <BulletList items={warnings} />
        </Notice>
      ) : null}
      {waterfall ? <EffectsCard waterfall={waterfall} isChanged={offered !== undefined} /> : null}
      {children}
      <div className="halves">
        {expected && expected.benefit > 0 ? (
          <Card id="expected-claims" title="Expected claims">
            <p>
              By the claim model alone: no factor of the premium enters.
              {offered ? ' A person has changed the offer: the claims follow its cover.' : null}
            </p>
            <DescriptionList items={expectedItems(expected, offered)} />
          </Card>
        ) : null}
        <Card id="sources" title="Where the figures come from">
          <DescriptionList
            items={Object.entries(details.data_sources).map(([source, value]) => ({
              term: capital(source.replaceAll('_', ' ')),
              description: typeof value === 'string' ? value : JSON.stringify(value),
            }))}
          />
        </Card>
      </div>
      <FactorsCard details={details} />
      <Card title="Every step">
        <p>Each line can be computed again: the figures in it are the rounded ones that the engine used.</p>
        <details open={steps.length <= 10}>
          <summary>{counted(steps.length, 'step')}</summary>
          <Table
            caption="Steps of the calculation, in order"
            captionHidden
            dense
            rows={steps.map((step, index) => ({ ...step, number: index + 1 }))}
            rowKey={(step) => step.number}
            empty={<p>The engine gave no steps.</p>}
            columns={[
              { header: '#', numeric: true, cell: (step) => step.number },
              { header: 'Step', rowHeader: true, cell: (step) => step.label },
              { header: 'Sum', cell: (step) => withTimesSign(step.formula) },
              { header: 'Result', numeric: true, cell: (step) => String(step.value) },
            ]}
          />
        </details>
      </Card>
    </>
  )
}

/** Formats a formula of the engine, which writes ' x ' for multiplication. */
function withTimesSign(formula: string) {
  return formula.replaceAll(' x ', ' × ')
}

/** The answer that a factor depends on; booleans as Yes or No. */
function answerInWords(answer: ResultDetails['factors'][number]['answer']) {
  if (answer === true || answer === 'TRUE') return 'Yes'
  return answer === false || answer === 'FALSE' ? 'No' : String(answer ?? '')
}

/** The expected claims; if an underwriter changed the offer, those of its cover and premium, with the rated ones. */
function expectedItems(expected: NonNullable<ResultDetails['expected']>, changed: Props['offered']) {
  const { frequency, benefit, claims, lossRatio } = expected
  const cover = changed ? changed.offered.coverage / changed.rated.coverage : 1
  const price = changed ? changed.offered.monthly / changed.rated.monthly : 1
  const figure = (term: string, rated: string, offered: string) => ({
    term,
    description: offered === rated ? rated : `${offered} as offered; rated: ${rated}`,
  })
  return [
    { term: 'Chance of a payable claim a month', description: percentOf(frequency, 3) },
    figure('Benefit', money(benefit), money(benefit * cover)),
    figure('Expected claims a month', money(claims), money(claims * cover)),
    figure('Expected loss ratio', percentOf(lossRatio), percentOf((lossRatio * cover) / price)),
  ]
}

/** The steps from the tier's base premium to the applicant's premium, factor by factor. */
function EffectsCard({ waterfall, isChanged }: { waterfall: WaterfallData; isChanged: boolean }) {
  const steps = waterfall.bars.filter(({ kind }) => kind !== 'total').length
  return (
    <Card title="Each factor and its effect">
      {isChanged ? (
        <p className="hint">
          As rated, and then as a person changed it. <a href="#factors">Each factor in figures</a> has what
          was rated.
        </p>
      ) : null}
      <Waterfall
        label={`From the base premium to the monthly premium: the base premium, the ${steps} steps that change it, and the monthly premium. ‘Each factor in figures’ lists every factor.`}
        {...waterfall}
      />
    </Card>
  )
}

/** Every factor, with what it looks at, its formula and its source. */
function FactorsCard({ details: { factors } }: Pick<Props, 'details'>) {
  if (factors.length === 0) return null
  return (
    <Card title="Each factor in figures" id="factors">
      <details className="phone-fold">
        <summary>What each looks at, its formula and source</summary>
        <Table
          caption="Rating factors, in the order in which they are used"
          captionHidden
          dense
          rows={factors}
          rowKey={(factor) => factor.name}
          columns={[
            { header: 'Factor', rowHeader: true, cell: (factor) => factor.label },
            {
              header: 'What it looks at',
              cell: (factor) => (
                <div>
                  {answerInWords(factor.answer)}
                  {factor.row === null ||
                  answerInWords(factor.row) === answerInWords(factor.answer) ? null : (
                    <span className="cell-note">row {factor.row}</span>
                  )}
                </div>
              ),
            },
            { header: 'Multiplier', numeric: true, cell: (factor) => factor.multiplier.toFixed(4) },
            { header: 'Adds', numeric: true, cell: (factor) => signedMoney(factor.dollars) },
            {
              header: 'Formula, and its source',
              cell: (factor) => (
                <div>
                  {withTimesSign(factor.formula)}
                  <span className="cell-note">{factor.source}</span>
                </div>
              ),
            },
          ]}
        />
      </details>
    </Card>
  )
}
