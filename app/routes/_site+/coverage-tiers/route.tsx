import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useCallback, useState } from 'react'

import { coveredLosses, exclusions } from '~/content/covered'
import { facts, priceRangeOf } from '~/content/facts'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, service } from '~/content/structured-data'
import { db, isUnavailable } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { evaluateTierGuide, type TierGuideResult } from '~/domain/tiers/tier-guide'
import { tierWords } from '~/domain/tiers/tier-words.server'
import { listPublicTiers, tiersUpdatedAt } from '~/domain/tiers/tiers.server'
import { cachedPage } from '~/http/cache-directive.server'
import { retryAfter } from '~/http/problem.server'
import { log } from '~/log.server'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'

import { Estimate } from '../parts/estimate'
import { answerEstimate, type EstimateAnswer } from '../parts/estimate.server'
import { Section } from '../parts/section'
import { SplitSection, Terms } from '../parts/split-section'
import styles from './coverage-tiers.css?url'
import { TierCards } from './tier-cards'
import { TierGuide } from './tier-guide'
import { TierTable } from './tier-table'
import { WhatIsCovered } from './what-is-covered'

/** The texts of the page about the tiers; `vesting` is a range. */
function textsOf(tiers: Parameters<typeof tierWords>[0]) {
  const { sums, vesting } = tierWords(tiers)
  return {
    lede: `Example tiers of ${sums}, paid once and never more than ${facts.maxMonthsOfPay} months of your pay. You choose; we recommend, with a reason.`,
    vesting,
    covered: { losses: coveredLosses, exclusions },
  }
}

const termsOf = (vesting: string) => [
  {
    term: 'One lump sum',
    text: `Paid once, at most the tier’s sum and at most ${facts.maxMonthsOfPay} months of your pay.`,
  },
  {
    term: `${facts.eliminationDays} days of elimination`,
    text: 'The time without that work before the sum is due.',
  },
  {
    term: 'Vesting first',
    text: `Cover counts after ${vesting}, so that nobody buys it for a layoff already known.`,
  },
  {
    term: `${facts.annualDiscountPercent}% for a year at once`,
    text: `Pay for twelve months together, and the year costs ${facts.annualDiscountPercent}% less.`,
  },
  {
    term: `${facts.graceDays} days of grace`,
    text: `A payment that is late by up to ${facts.graceDays} days does not end your cover.`,
  },
]

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const handle = {
  beta: 'Cover is not available or active yet. Prices and sums are examples that may change.',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const lede = data?.texts.lede ?? ''
  return pageMeta(matches, {
    path: '/coverage-tiers',
    title: 'Coverage tiers',
    keywords: 'coverage tiers, premium, lump sum, vesting months, job tenure, income protection prices',
    description: `${lede} Premiums, lump sums, vesting and waiting period compared.`,
    schema: [
      service(siteOf(matches), { name: 'Income protection', description: lede }),
      breadcrumbList(siteOf(matches), [{ name: 'Coverage tiers', path: '/coverage-tiers' }]),
    ],
  })
}

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
        texts: textsOf(tiers),
        updatedAt: updatedAt?.toISOString() ?? null,
        error: null,
        guide: evaluateTierGuide(tiers, answers, calendarDay(new Date())),
        estimate,
      },
      init,
    )
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log.warn({ err: error }, 'the coverage tiers could not be read')
    const reason = 'The database cannot be reached at this moment.'
    return json<PageData>(
      { tiers: [], texts: textsOf([]), updatedAt: null, error: reason, guide: null, estimate: null },
      { status: 503, headers: retryAfter },
    )
  }
}

const noAnswers: Record<string, string> = {}

type Tiers = Awaited<ReturnType<typeof listPublicTiers>>
/** `error` is the reason why there are no tiers; `updatedAt` is the time of their last change. */
type PageData = {
  tiers: Tiers
  texts: ReturnType<typeof textsOf>
  updatedAt: string | null
  error: string | null
  guide: TierGuideResult | null
  estimate: EstimateAnswer | null
}

export default function CoverageTiers() {
  const { tiers, texts, updatedAt, error, guide, estimate } = useLoaderData<typeof loader>()
  const [estimated, setEstimated] = useState({
    answers: estimate?.estimate ? estimate.answers : noAnswers,
    tier: estimate?.estimate?.tier ?? null,
  })
  const keepEstimate = useCallback(
    (answers: Record<string, string>, tier: string | null) => setEstimated({ answers, tier }),
    [],
  )
  // The table has the others, too.
  const offered = tiers.flatMap(({ premium, coverage, ...tier }) =>
    premium && coverage ? { premium, coverage, ...tier } : [],
  )
  const loading = useNavigation().location?.pathname === '/coverage-tiers'
  const table = <TierTable tiers={tiers} updatedAt={updatedAt} error={error} loading={loading} />
  return (
    <>
      <div className="container">
        <PageHeading title="Coverage tiers" lede={texts.lede} />
        {offered.length > 0 ? (
          <TierCards tiers={offered} answers={estimated.answers} estimatedTier={estimated.tier} />
        ) : tiers.length > 0 ? null : (
          table
        )}
        <WhatIsCovered {...texts.covered} />
      </div>

      {tiers.length > 0 ? (
        <Section
          title="A price for you"
          lede={`${priceRangeOf(tiers)}. Your work puts your own price below or above the base. Three answers, and the engine that prices applications says what people like you would pay.`}
        >
          <Estimate answer={estimate} action="/coverage-tiers" headingLevel={3} onEstimate={keepEstimate} />
        </Section>
      ) : null}

      <TierGuide guide={guide} loading={loading} />

      {tiers.length > 0 ? (
        <Section tone="sunken" title="The tiers in figures">
          {table}
        </Section>
      ) : null}

      <div className="container">
        <SplitSection title="What every tier has in common">
          <Terms items={termsOf(texts.vesting)} />
          <ButtonLink to="/get-a-quote">Get a quote</ButtonLink>
        </SplitSection>
      </div>
    </>
  )
}
