import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import type { TierGuideResult } from '~/domain/tiers/tier-guide'
import { bringToFocus } from '~/ui/bring-to-focus'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { GetForm } from '~/ui/get-form'

import { CoverTimeline } from '~/ui/cover-timeline'
import { Section } from '../parts/section'
import { PayCovered } from './pay-covered'

type Result = NonNullable<TierGuideResult['result']>

function Recommendation({ suitable, neededMonths, hasEnough, reached }: Result) {
  if (hasEnough)
    return (
      <>
        <h3>You may not need a tier</h3>
        <p>
          Your reserve lasts as long as we would want cover for. {suitable} is the smallest tier, if you want
          one all the same.
        </p>
      </>
    )
  return (
    <>
      <h3>{reached ? `${suitable} fits you best` : `${suitable} comes closest`}</h3>
      <p>
        Beside your reserve you would want about {neededMonths} months of pay.{' '}
        {reached
          ? `${suitable} is the smallest tier that reaches it.`
          : `No tier reaches it: ${suitable} is the largest.`}
      </p>
    </>
  )
}

function TierResult(result: Result) {
  return (
    <>
      <div>
        <Recommendation {...result} />
        <p className="hint">
          The price above can be for another tier: it knows your years with your employer, which a higher tier
          asks for, but neither your household nor your savings.
        </p>
      </div>
      <PayCovered rows={result.rows} />
      <p>If it began today and you lost your work on the day that vesting ends:</p>
      <CoverTimeline vestingMonths={result.vesting} dates={result.dates} />
    </>
  )
}

/** Three questions and the tier that fits the answers. A GET form, so that the result has a URL. */
export function TierGuide({ guide, loading }: { guide: TierGuideResult | null; loading: boolean }) {
  const { search } = useLocation()
  const errors = guide?.errors ?? []
  const resultRef = useRef<HTMLDivElement>(null)
  const isSubmitted = useRef(false)
  useEffect(() => {
    if (isSubmitted.current && resultRef.current) bringToFocus(resultRef.current)
    isSubmitted.current = false
  }, [search])
  const field = (name: 'pay' | 'household' | 'reserve') => ({
    name,
    defaultValue: guide?.answers[name],
    error: errors.find((error) => error.path === name)?.message,
    width: 'short' as const,
    required: true,
  })
  return (
    <Section
      id="which-tier"
      title="Which tier is for me?"
      lede="Three answers, and you see how many months of pay each tier would cover. Nothing is stored."
    >
      <GetForm
        action="/coverage-tiers#which-tier"
        noValidate
        preventScrollReset
        className="tier-guide-form"
        key={search}
        onSubmit={() => (isSubmitted.current = true)}
        answer={
          guide?.result ? (
            <div className="tier-guide" tabIndex={-1} ref={resultRef}>
              <TierResult {...guide.result} />
            </div>
          ) : null
        }
      >
        <ErrorSummary errors={errors} />
        <TextField
          label="Your pay"
          hint="Before tax."
          inputMode="decimal"
          prefix="$"
          suffix="a month"
          {...field('pay')}
        />
        <TextField
          label="People in your household"
          hint="You included."
          inputMode="numeric"
          {...field('household')}
        />
        <TextField
          label="Your reserve"
          hint="How many months your savings would last. 0 if none."
          inputMode="decimal"
          suffix="months"
          {...field('reserve')}
        />
        <Button type="submit" busy={loading} busyLabel="Working it out...">
          Show my tier
        </Button>
      </GetForm>
    </Section>
  )
}
