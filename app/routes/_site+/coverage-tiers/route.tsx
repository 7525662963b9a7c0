import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'

import { facts, priceRange } from '~/content/facts'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, service } from '~/content/structured-data'
import { db, isUnavailable } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { answerTierGuide, type TierGuideAnswer } from '~/domain/tiers/tier-guide'
import { listPublicTiers, tiersUpdatedAt } from '~/domain/tiers/tiers.server'
import { retryAfter } from '~/http/problem.server'
import { log } from '~/log.server'
import { cachedPage } from '~/server/page-cache.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHeading } from '~/ui/page-heading'

import { Estimate } from '../parts/estimate'
import { answerEstimate, type EstimateAnswer } from '../parts/estimate.server'
import { Section } from '../parts/section'
import { TierChart } from '../parts/tier-chart'
import { TierGuide } from './tier-guide'
import { TierTable } from './tier-table'

const lede =
  'Five example tiers, from a small cushion to as much as half a year of pay. You choose; we recommend, with a reason.'

export const handle = {
  beta: 'Cover is not available or active yet. Prices and sums are examples that may change.',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/coverage-tiers',
    title: 'Coverage tiers',
    keywords: 'coverage tiers, premium, lump sum, vesting months, job tenure, income protection prices',
    description: `${lede} Premiums, lump sums, vesting and waiting period compared.`,
    schema: [
      service(siteOf(matches), { name: 'Income protection', description: lede }),
      breadcrumbList(siteOf(matches), [{ name: 'Coverage tiers', path: '/coverage-tiers' }]),
    ],
  })

export const headers = cachedPage(10)

export async function loader({ request }: LoaderFunctionArgs) {
  const answers = Object.fromEntries(new URL(request.url).searchParams)
  try {
    const [tiers, updatedAt, { estimate, init }] = await Promise.all([
      listPublicTiers(db),
      tiersUpdatedAt(db),
      answerEstimate(request),
    ])
    return json<PageData>(
      {
        tiers,
        updatedAt: updatedAt?.toISOString() ?? null,
        error: null,
        guide: answerTierGuide(tiers, answers, calendarDay(new Date())),
        estimate,
      },
      init,
    )
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log.warn({ err: error }, 'the coverage tiers could not be read')
    const reason = 'The database cannot be reached at this moment.'
    return json<PageData>(
      { tiers: [], updatedAt: null, error: reason, guide: null, estimate: null },
      { status: 503, headers: retryAfter },
    )
  }
}

type Tiers = Awaited<ReturnType<typeof listPublicTiers>>
/** `error` is the reason why there are no tiers; `updatedAt` is the time of their last change. */
type PageData = {
  tiers: Tiers
  updatedAt: string | null
  error: string | null
  guide: TierGuideAnswer | null
  estimate: EstimateAnswer | null
}

export default function CoverageTiers() {
  const { tiers, updatedAt, error, guide, estimate } = useLoaderData<typeof loader>()
  const loading = useNavigation().location?.pathname === '/coverage-tiers'
  return (
    <>
      <div className="container">
        <PageHeading title="Coverage tiers" lede={lede} />
        <TierTable tiers={tiers} updatedAt={updatedAt} error={error} loading={loading} />
      </div>

      {tiers.length > 0 ? (
        <Section tone="sunken" title="The tiers side by side">
          <TierChart
            tiers={tiers.map(({ tier, premium, coverage, vesting }) => ({
              name: tier,
              premium: premium ?? 0,
              coverage: coverage ?? 0,
              vestingMonths: vesting,
            }))}
          />
        </Section>
      ) : null}

      {tiers.length > 0 ? (
        <Section
          title="A price for you"
          lede={`${priceRange}. Three answers, and the engine that prices applications says what people like you would pay.`}
        >
          <Estimate answer={estimate} action="/coverage-tiers" headingLevel={3} />
        </Section>
      ) : null}

      <Section
        id="which-tier"
        title="Which tier is for me?"
        lede="Three answers, and you see how many months of pay each tier would cover. Nothing is stored."
      >
        <TierGuide guide={guide} loading={loading} />
      </Section>

      <Section tone="sunken" title="What every tier has in common">
        <div className="card-grid">
          <Card title="One lump sum" headingLevel={3}>
            <p>
              Paid once, at most the tier&rsquo;s sum and at most {facts.maxMonthsOfPay} months of your pay.
            </p>
          </Card>
          <Card title={`${facts.eliminationDays} days of elimination`} headingLevel={3}>
            <p>The time without that work before the sum is due. It is the same for all tiers.</p>
          </Card>
          <Card title="Vesting first" headingLevel={3}>
            <p>
              Cover counts after {facts.vestingMonths.min} to {facts.vestingMonths.max} months, so that nobody
              buys it for a layoff already known.
            </p>
          </Card>
          <Card title={`${facts.annualDiscountPercent}% for a year at once`} headingLevel={3}>
            <p>Pay for twelve months together, and the year costs {facts.annualDiscountPercent}% less.</p>
          </Card>
          <Card title={`${facts.graceDays} days of grace`} headingLevel={3}>
            <p>A payment that is late by up to {facts.graceDays} days does not end your cover.</p>
          </Card>
        </div>
        <ButtonLink to="/get-a-quote">Get a quote</ButtonLink>
      </Section>
    </>
  )
}
