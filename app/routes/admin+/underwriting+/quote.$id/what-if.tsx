import type { SerializeFrom } from '@remix-run/node'
import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { capital, money, signedMoney } from '~/domain/formats'
import type { MovedFactor, WhatIf as Data } from '~/domain/underwriting/what-if.server'
import { BulletList } from '~/ui/bullet-list'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextField } from '~/ui/field'
import { formState, type FormResult } from '~/ui/form-result'
import { GetForm } from '~/ui/get-form'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { PriceChange } from '../parts/price-change'
import { UnbrokenMoney } from './unbroken-money'
import { Becomes } from '../parts/becomes'

type Found = SerializeFrom<Extract<Data, { ok: true }>>

type Props = {
  form: FormResult | null
  outcome: Found | null
  tiers: readonly string[]
  employers: readonly string[]
  quote: { employment_length: number; employer_name: string }
  /** The list that the page was opened from. */
  from: string | null
}

const prefix = 'what-if-'

/** A folded form that runs the live engine with other answers. Stores nothing. */
export function WhatIf({ form, outcome, tiers, employers, quote, from }: Props) {
  const { errors, values, field } = formState(form, prefix)
  const { formMethod, location } = useNavigation()
  const busy = formMethod === 'GET' && location?.hash === '#what-if'
  const answerRef = useRef<HTMLDivElement>(null)
  const answer = JSON.stringify(outcome)
  const shown = useRef(answer)
  useEffect(() => {
    if (answer === shown.current) return
    shown.current = answer
    answerRef.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <details id="what-if" className="card what-if" open={form !== null || outcome !== null}>
      <summary>
        <h2>What if</h2>
      </summary>
      <p>The live engine on this application with other answers. Nothing is stored.</p>
      <GetForm
        action="#what-if"
        preventScrollReset
        replace
        noValidate
        className="what-if-form"
        answer={<div ref={answerRef}>{outcome ? <Answer {...outcome} asked={askedIn(values)} /> : null}</div>}
      >
        <ErrorSummary errors={errors} prefix={prefix} />
        {from === null ? null : <input type="hidden" name="from" value={from} />}
        <SelectField label="Tier" placeholder="As applied for" options={tiers} {...field('tier')} />
        <TextField
          label="Years with the employer"
          hint={`Now ${quote.employment_length}`}
          inputMode="decimal"
          {...field('years')}
        />
        <TextField
          label="Employer"
          hint={`Now ${quote.employer_name}. The industry, type and size of its record count.`}
          list="employer-records"
          maxLength={200}
          autoComplete="off"
          {...field('employer')}
        />
        <datalist id="employer-records">
          {employers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="button-row">
          <Button type="submit" variant="secondary" busy={busy} busyLabel="Working it out...">
            Work it out
          </Button>
        </div>
      </GetForm>
    </details>
  )
}

/** Describes the submitted values that a result was computed with; the fields may have changed since. */
function askedIn({ tier, years, employer }: FormResult['values']) {
  return [
    tier && `tier ${tier}`,
    years && `${years} years with the employer`,
    employer && `employer ${employer}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Answer({ now, changed, basePremium, moved, asked }: Found & { asked: string }) {
  return (
    <>
      {asked ? <p className="hint">With {asked}:</p> : null}
      <p className="what-if-answer">
        <PriceChange now={now} changed={changed} />
      </p>
      <Table
        caption="The application as it is, and with the changes"
        captionHidden
        dense
        rows={[
          { term: 'Decision', values: [now, changed].map(({ decision }) => capital(decision)) },
          { term: 'Monthly premium', values: [now, changed].map(({ monthly }) => money(monthly)) },
          ...[
            { term: 'Tier', values: [now, changed].map(({ tier }) => tier) },
            { term: 'Cover', values: [now, changed].map(({ coverage }) => money(coverage)) },
            { term: 'Base premium', values: basePremium.map(money) },
          ].filter(({ values }) => values[0] !== values[1]),
        ]}
        rowKey={({ term }) => term}
        columns={[
          { header: 'Figure', rowHeader: true, cell: ({ term }) => term },
          { header: 'Now', cell: ({ values }) => values[0] ?? <Unset /> },
          { header: 'Changed', cell: ({ values }) => values[1] ?? <Unset /> },
        ]}
      />
      <Moved factors={moved} />
      <h3>Reasons with the changes</h3>
      <BulletList items={changed.reasons} />
    </>
  )
}

function Moved({ factors }: { factors: readonly MovedFactor[] }) {
  return (
    <Table
      caption="Factors that moved, and what each adds a month"
      dense
      rows={factors}
      rowKey={({ name }) => name}
      empty={<p>No factor moved.</p>}
      columns={[
        { header: 'Factor', rowHeader: true, cell: ({ label }) => label },
        {
          header: 'Now → changed',
          cell: ({ now, changed }) => (
            <>
              <div>{sideText(now)}</div>
              <Becomes /> {sideText(changed)}
            </>
          ),
        },
      ]}
    />
  )
}

function sideText(side: MovedFactor['now']) {
  if (side === null) return 'Not used'
  const { answer, multiplier, dollars } = side
  const figures = `×${multiplier.toFixed(4)}${dollars === 0 ? '' : `, ${signedMoney(dollars)}`}`
  return <UnbrokenMoney text={answer === '' ? figures : `${answer}: ${figures}`} />
}
