import type { LinksFunction, MetaFunction } from '@remix-run/node'

import { fundingRounds } from '~/content/facts'
import { betaKpis, disclaimer, funding, projections, risks, roadmap } from '~/content/investor'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { briefMoney } from '~/domain/formats'
import { withMinus } from '~/domain/minus-sign'
import { cachedPage } from '~/http/cache-directive.server'
import { ButtonLink } from '~/ui/button'
import { PageHeading } from '~/ui/page-heading'
import { Stat } from '~/ui/stat'
import { Table } from '~/ui/table'

import { Leadership } from '../parts/leadership'
import { ProjectionsChart } from '../parts/projections-chart'
import { Section } from '../parts/section'
import { SplitSection, termOf, Terms } from '../parts/split-section'
import { Timeline } from '../parts/timeline'
import styles from './investor.css?url'

const lede = 'What we plan, what it would take, and what could go wrong. All figures are illustrative.'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/investor',
    title: 'Investor information',
    keywords: 'investor information, projections, funding, roadmap, crowdfunding, insurance start-up, risks',
    description: `${lede} Projections, funding, roadmap and risks of a job-loss cover in beta.`,
    schema: [breadcrumbList(siteOf(matches), [{ name: 'Investor information', path: '/investor' }])],
  })

export const headers = cachedPage(3600)
export const handle = { static: true }

export default function Investor() {
  return (
    <>
      <div className="container">
        <PageHeading title="Investor information" lede={lede} />
        <p className="investor-note">
          <strong>Illustrative figures, no cover yet.</strong> {disclaimer}
        </p>
        <ButtonLink to="/pitch-deck">Ask for the pitch deck</ButtonLink>
      </div>

      <Section title="What the beta aims for">
        <dl className="stat-grid stat-grid-wide stat-grid-main">
          {betaKpis.slice(0, 3).map(({ label, value, note }) => (
            <Stat key={label} label={label} value={value} note={note} />
          ))}
        </dl>
        <dl className="stat-grid stat-grid-wide">
          {betaKpis.slice(3).map(({ label, value, note }) => (
            <Stat key={label} label={label} value={value} note={note} />
          ))}
        </dl>
      </Section>

      <Section
        title="Projections"
        lede="Claims are held at the target loss ratio; the result is what premiums leave after claims and expenses."
      >
        <div className="with-figures">
          <ProjectionsChart rows={projections} />
          <Table
            caption="Members at the end of the year; amounts in thousands of US dollars"
            figures
            rows={projections}
            rowKey={(row) => row.year}
            columns={[
              { header: 'Year', rowHeader: true, cell: (row) => row.year },
              {
                header: 'Members',
                numeric: true,
                cell: (row) => row.members.toLocaleString('en-US'),
              },
              { header: 'Premium', numeric: true, cell: (row) => thousands(row.premium) },
              { header: 'Claims', numeric: true, cell: (row) => thousands(row.claims) },
              { header: 'Expenses', numeric: true, cell: (row) => thousands(row.expenses) },
              {
                header: 'Result',
                numeric: true,
                cell: (row) => thousands(row.premium - row.claims - row.expenses),
              },
            ]}
          />
        </div>
      </Section>

      <Section title={funding.round}>
        <div className="with-figures">
          <div>
            <p>{fundingRounds}</p>
            <p>{funding.text}</p>
          </div>
          <dl className="stat-grid">
            <Stat label="Target" value={briefMoney(funding.target)} note="of the round" />
            <Stat label="Minimum" value={briefMoney(funding.minimum)} note="below which nothing is kept" />
            <Stat label="Raised so far" value={briefMoney(funding.raised)} note="the round is not open yet" />
          </dl>
        </div>
        <h3>Use of funds</h3>
        <dl className="terms funds">
          {funding.uses.map(({ name, percent, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="funds-share">{percent}%</dd>
              <dd className="funds-bar">
                <svg width="100%" height={10} aria-hidden="true">
                  <rect width={`${percent}%`} height={10} />
                </svg>
              </dd>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section
        tone="sunken"
        title="Roadmap"
        lede="What is done has its years. What is planned has an order, and no new dates yet: those of our first plan have passed."
      >
        <Timeline items={roadmap} wide />
      </Section>

      <div className="container">
        <Leadership />
        <SplitSection title="What could go wrong">
          <Terms columns items={risks.map(termOf)} />
        </SplitSection>
      </div>

      <Section
        tone="deep"
        title="The pitch deck"
        lede="Leadership, unit economics, funding and the plan in detail, for those whom we have given access."
      >
        <ButtonLink to="/pitch-deck">Ask for access</ButtonLink>
      </Section>
    </>
  )
}

const thousands = (dollars: number) => withMinus(Math.round(dollars / 1000).toLocaleString('en-US'))
