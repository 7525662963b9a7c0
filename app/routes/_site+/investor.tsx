import type { MetaFunction } from '@remix-run/node'

import { leadership } from '~/content/company'
import { fundingRounds } from '~/content/facts'
import { betaKpis, disclaimer, funding, projections, risks, roadmap } from '~/content/investor'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { briefMoney } from '~/domain/formats'
import { cachedPage } from '~/http/cache-directive.server'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { Stat } from '~/ui/stat'
import { Table } from '~/ui/table'

import { ProjectionsChart } from './parts/projections-chart'
import { Section } from './parts/section'
import { SplitSection, termOf, Terms } from './parts/split-section'
import { Timeline } from './parts/timeline'

const lede = 'What we plan, what it would take, and what could go wrong. All figures are illustrative.'

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
        <p>
          <ButtonLink to="/pitch-deck">Ask for the pitch deck</ButtonLink>
        </p>
        <Notice tone="info" title="Illustrative figures, no cover yet">
          <p>{disclaimer}</p>
        </Notice>
      </div>

      <Section title="What the beta aims for">
        <dl className="stat-grid stat-grid-wide">
          {betaKpis.map(({ label, value, note }) => (
            <Stat key={label} label={label} value={value} note={note} />
          ))}
        </dl>
      </Section>

      <Section
        title="Projections"
        lede="US dollars a year. Claims are held at the target loss ratio; the result is what premiums leave after claims and expenses."
      >
        <ProjectionsChart rows={projections} />
        <Table
          caption="Projections by year, US dollars"
          captionHidden
          rows={projections}
          rowKey={(row) => row.year}
          columns={[
            { header: 'Year', rowHeader: true, cell: (row) => row.year },
            {
              header: 'Members at the end',
              numeric: true,
              cell: (row) => row.members.toLocaleString('en-US'),
            },
            { header: 'Premiums', numeric: true, cell: (row) => briefMoney(row.premium) },
            { header: 'Claims', numeric: true, cell: (row) => briefMoney(row.claims) },
            { header: 'Expenses', numeric: true, cell: (row) => briefMoney(row.expenses) },
            {
              header: 'Result',
              numeric: true,
              cell: (row) => briefMoney(row.premium - row.claims - row.expenses),
            },
          ]}
        />
      </Section>

      <Section title={funding.round}>
        <p>{fundingRounds}</p>
        <p>{funding.text}</p>
        <dl className="stat-grid">
          <Stat label="Target" value={briefMoney(funding.target)} note="of the round" />
          <Stat label="Minimum" value={briefMoney(funding.minimum)} note="below which nothing is kept" />
          <Stat label="Raised so far" value={briefMoney(funding.raised)} note="the round is not open yet" />
        </dl>
        <h3>Use of funds</h3>
        <Table
          caption="Use of funds"
          captionHidden
          rows={funding.uses}
          rowKey={(use) => use.name}
          columns={[
            { header: 'Use', rowHeader: true, cell: (use) => use.name },
            { header: 'Share', numeric: true, cell: (use) => `${use.percent}%` },
            { header: 'What for', cell: (use) => use.text },
          ]}
        />
      </Section>

      <div className="container">
        <SplitSection
          title="Roadmap"
          lede="What is done has its years. What is planned has an order, and no dates."
        >
          <Timeline items={roadmap} />
        </SplitSection>
        <SplitSection
          title="Leadership"
          lede="Six roles, and what each answers for. We name nobody yet: names are announced before launch."
        >
          <Terms items={leadership.map(({ role, text }) => ({ term: role, text }))} />
        </SplitSection>
        <SplitSection title="What could go wrong">
          <Terms items={risks.map(termOf)} />
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
