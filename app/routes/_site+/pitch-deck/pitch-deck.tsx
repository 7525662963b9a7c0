import type { GrowthGeometry, RingGeometry } from '~/domain/pitch-deck/charts.server'
import { Badge } from '~/ui/badge'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import type { FormResult } from '~/ui/form-result'
import { Notice } from '~/ui/notice'
import { Stat } from '~/ui/stat'
import { Table } from '~/ui/table'

import { ExampleCoverTimeline } from '~/ui/cover-timeline'
import { ProjectionsChart } from '../parts/projections-chart'
import { Steps } from '../parts/steps'
import { TierChart } from '../parts/tier-chart'
import { Timeline } from '../parts/timeline'
import { CloseDeck } from './close-deck'
import { GrowthChart } from './growth-chart'
import { Ring } from './ring'

type Figure = { label: string; value: string; note: string }

/** A deck as returned by the loader of its page: no script contains its text. */
export type Deck = {
  title: string
  lede: string
  highlights: Figure[]
  caution: { title: string; text: string }
  sections: DeckSection[]
}

export type DeckSection = { id: string; title: string; lede: string; parts: DeckPart[] }

type DeckPart = { title?: string; text?: string } & (
  | { kind: 'statement'; label: string; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'points'; points: string[] }
  | { kind: 'cards'; cards: { title: string; text: string; badge?: string }[] }
  | { kind: 'figures'; figures: Figure[] }
  | { kind: 'timeline'; items: Parameters<typeof Timeline>[0]['items'] }
  | { kind: 'steps'; steps: Parameters<typeof Steps>[0]['steps'] }
  | { kind: 'growth'; chart: GrowthGeometry }
  | { kind: 'ring' | 'split'; chart: RingGeometry }
  | { kind: 'cover' }
  | { kind: 'tiers'; tiers: Parameters<typeof TierChart>[0]['tiers'] }
  | { kind: 'projections'; rows: Parameters<typeof ProjectionsChart>[0]['rows'] }
  | {
      kind: 'table'
      caption: string
      columns: { key: string; header: string; numeric?: boolean }[]
      rows: Record<string, string>[]
    }
  | { kind: 'facts'; facts: { term: string; text: string; to?: string }[] }
)

type Props = { deck: Deck; closing: FormResult | undefined }

/** A pitch deck: a cover, a table of contents, and a section for each slide. `closing` is the result of a failed attempt to close it. */
export function PitchDeck({ deck: { title, lede, highlights, caution, sections }, closing }: Props) {
  return (
    <article className="deck">
      <header className="deck-front section-deep">
        <div className="container">
          <h1>{title}</h1>
          <p className="lede">{lede}</p>
          <dl className="deck-highlights">
            {highlights.map((figure) => (
              <Stat key={figure.label} {...figure} />
            ))}
          </dl>
        </div>
      </header>
      <div className="container deck-opening">
        <Notice tone="warning" title={caution.title}>
          <p>{caution.text}</p>
        </Notice>
        <CloseDeck result={closing} />
      </div>
      <nav className="deck-contents" aria-labelledby="deck-contents">
        <div className="container">
          <h2 id="deck-contents" className="visually-hidden">
            Contents
          </h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
      {sections.map((section, index) => (
        <section key={section.id} id={section.id} className="section deck-section">
          <div className="container">
            <h2>
              <span className="deck-number" aria-hidden="true">
                {index + 1}
              </span>
              {section.title}
            </h2>
            <p className="lede">{section.lede}</p>
            {section.parts.map((part, place) => (
              <Part key={place} part={part} />
            ))}
          </div>
        </section>
      ))}
    </article>
  )
}

function Part({ part }: { part: DeckPart }) {
  if (part.kind === 'statement') {
    return (
      <div className="deck-statement">
        <h3>{part.label}</h3>
        <p>{part.text}</p>
      </div>
    )
  }
  if (part.kind === 'note') {
    return (
      <Notice tone="info">
        <p>{part.text}</p>
      </Notice>
    )
  }
  return (
    <div className={`deck-part deck-${part.kind}`}>
      {part.title ? <h3>{part.title}</h3> : null}
      {part.text ? <p>{part.text}</p> : null}
      <Body part={part} />
    </div>
  )
}

function Body({ part }: { part: Exclude<DeckPart, { kind: 'statement' | 'note' }> }) {
  switch (part.kind) {
    case 'points':
      return <BulletList items={part.points} />
    case 'cards':
      return (
        <div className="card-grid card-grid-narrow">
          {part.cards.map(({ title, text, badge }) => (
            <article className="card" key={title}>
              <h4>{title}</h4>
              {badge ? (
                <p>
                  <Badge tone="neutral">{badge}</Badge>
                </p>
              ) : null}
              <p>{text}</p>
            </article>
          ))}
        </div>
      )
    case 'figures':
      return (
        <dl className="stat-grid">
          {part.figures.map((figure) => (
            <Stat key={figure.label} {...figure} />
          ))}
        </dl>
      )
    case 'timeline':
      return <Timeline items={part.items} headingLevel={part.title ? 4 : 3} />
    case 'steps':
      return <Steps steps={part.steps} drawn={false} headingLevel={4} />
    case 'growth':
      return <GrowthChart chart={part.chart} />
    case 'ring':
    case 'split':
      return <Ring chart={part.chart} />
    case 'cover':
      return <ExampleCoverTimeline />
    case 'tiers':
      return <TierChart tiers={part.tiers} />
    case 'projections':
      return <ProjectionsChart rows={part.rows} title={part.title} />
    case 'table':
      return (
        <Table
          caption={part.caption}
          captionHidden
          rows={part.rows}
          rowKey={(row) => row[part.columns[0]?.key ?? ''] ?? ''}
          columns={part.columns.map((column, index) => ({
            ...column,
            rowHeader: index === 0,
            cell: (row: Record<string, string>) => row[column.key],
          }))}
        />
      )
    case 'facts':
      return (
        <Card>
          <DescriptionList
            items={part.facts.map(({ term, text, to }) => ({
              term,
              description: to ? <a href={to}>{text}</a> : text,
            }))}
          />
        </Card>
      )
  }
}
