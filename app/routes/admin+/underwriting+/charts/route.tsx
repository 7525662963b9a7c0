import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { readPeriod } from '~/domain/portfolio/period'
import { drawPortfolio } from '~/domain/portfolio/portfolio.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'

import { PeriodForm, PremiumsCard, QuotesCard, ScenarioCards } from './portfolio'
import styles from './portfolio.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Portfolio charts', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const period = readPeriod(new URL(request.url).searchParams)
  return json({ period, ...(await drawPortfolio(db, period, new Date())) })
}

export default function Charts() {
  const { period, quotes, premiums, scenario, target } = useLoaderData<typeof loader>()
  const drawing = useNavigation().formMethod === 'GET'
  return (
    <AdminPage title="Portfolio charts" tool="Charts">
      <PeriodForm period={period} busy={drawing} />
      <div className="portfolio-cards">
        <QuotesCard quotes={quotes} days={period.days} />
        <PremiumsCard premiums={premiums} />
        <ScenarioCards scenario={scenario} target={target} />
      </div>
    </AdminPage>
  )
}
