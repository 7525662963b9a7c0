import { Link } from '@remix-run/react'

import { businessDays, facts } from '~/content/facts'
import type { openQuestionsOf } from '~/domain/applicant-questions/answers.server'
import type { offersOf } from '~/domain/offers/offers.server'
import { overtakenText } from '~/domain/offers/applicant-offer-state'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import { AccordionMark } from '~/ui/accordion-mark'
import { OpenQuestion } from '~/ui/applicant-question'
import { Badge } from '~/ui/badge'
import { BulletList } from '~/ui/bullet-list'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Notice } from '~/ui/notice'
import { CoverIsNotActive, NotCovered, OfferFigures, OfferPrice, sentOn } from '~/ui/offer'
import { Progress } from '~/ui/progress'
import type { RowOf } from '~/ui/row-of'

type OwnQuote = RowOf<typeof offersOf>
type Offer = NonNullable<OwnQuote['offer']>
type Question = RowOf<typeof openQuestionsOf>
type Item = { quote: OwnQuote; questions: readonly Question[] }

type Props = { quotes: readonly OwnQuote[]; questions: readonly Question[]; verified: boolean }

/** The applications of an account: those with an open question, then the others, newest first. All but the first are collapsed, unless they have a question. */
export function OwnQuotes({ quotes, questions, verified }: Props) {
  const items = quotes
    .map((quote) => ({
      quote,
      questions: questions.filter(({ quote_submission_id }) => quote_submission_id === quote.id),
    }))
    .sort((a, b) => Number(b.questions.length > 0) - Number(a.questions.length > 0))
  return (
    <Card id="quotes" title="My quotes">
      {quotes.length === 0 ? (
        <>
          <Progress stages={stagesAhead} />
          <p>
            {verified
              ? 'You have not applied yet: it takes a few minutes.'
              : 'What you have applied for without being logged in appears here once you have verified your email.'}
          </p>
          <ButtonLink to="/get-a-quote">Get a quote</ButtonLink>
        </>
      ) : (
        <ul className="own-quotes">
          {items.map((item, place) =>
            place === 0 ? (
              <li key={item.quote.id}>
                <h3 className="own-quote-head">
                  <NumberAndStatus {...item.quote} />
                </h3>
                <OwnQuoteItem {...item} />
              </li>
            ) : (
              <li key={item.quote.id} className="own-quote-earlier">
                <EarlierQuote {...item} />
              </li>
            ),
          )}
        </ul>
      )}
    </Card>
  )
}

/** What an application would go through. */
const stagesAhead = [
  { title: 'You apply', when: `${facts.applicationMinutes} minutes` },
  { title: 'Review', when: `Within ${businessDays(facts.reviewBusinessDays)}` },
  { title: 'Your quote', when: `Within ${businessDays(facts.quoteBusinessDays)}` },
  { title: 'Your decision', when: 'In your own time' },
].map((stage) => ({ ...stage, day: null, state: 'next' as const }))

const tones = { Quoted: 'green', Declined: 'red', Pending: 'yellow', 'In review': 'blue' } as const

function NumberAndStatus({ id, status }: Pick<OwnQuote, 'id' | 'status'>) {
  return (
    <>
      Quote Q-{id} <Badge tone={tones[status as keyof typeof tones] ?? 'neutral'}>{status}</Badge>
    </>
  )
}

/** A row that expands to the whole application. */
function EarlierQuote(item: Item) {
  return (
    <details open={item.questions.length > 0}>
      <summary>
        <h3 className="own-quote-head">
          <NumberAndStatus {...item.quote} />
        </h3>
        <span className="hint">Sent {sentOn(item.quote.submitted_at)}</span>
        <AccordionMark />
      </summary>
      <OwnQuoteItem {...item} saysSent={false} />
    </details>
  )
}

function OwnQuoteItem({ quote, questions, saysSent = true }: Item & { saysSent?: boolean }) {
  const { id, submitted_at, coverage_level, offer, stages, withdrawal, takenBackAt } = quote
  return (
    <>
      <p className="hint">
        {saysSent ? `Sent ${sentOn(submitted_at)}, coverage level` : 'Coverage level'}{' '}
        {coverageLevelLabel(coverage_level)}.
        {offer?.sentAt ? ` Our answer is of ${sentOn(offer.sentAt)}.` : ''}
      </p>
      {takenBackAt === null ? null : (
        <p>We took our answer back on {sentOn(takenBackAt)}, and look at your application again.</p>
      )}
      {withdrawal === null ? (
        <>
          {questions.map(({ id, asked_at }) => (
            <OpenQuestion key={id} id={id} askedAt={asked_at} />
          ))}
          <Progress stages={stages} />
        </>
      ) : (
        <p>
          {withdrawal.byApplicant ? 'You withdrew it' : 'We closed it'}
          {withdrawal.at === null ? '' : ` on ${sentOn(withdrawal.at)}`}: nothing more happens with it.
        </p>
      )}
      {offer === null ? null : offer.declined ? (
        <>
          <Notice tone="info" title="We are sorry: we cannot offer you cover at this time">
            <BulletList items={offer.reasons} />
          </Notice>
          {offer.standing === 'reconsidered' ? <p>{overtakenText}</p> : null}
          {offer.expired ? null : (
            <p>
              <ButtonLink to={`/dashboard/quotes/${id}`} variant="secondary">
                Read this answer, or ask us
              </ButtonLink>
            </p>
          )}
        </>
      ) : (
        <>
          <OfferFigures offer={offer} />
          <NotCovered offer={offer} />
          <div className="own-offer">
            <div>
              <OfferPrice offer={offer} headingLevel={4} />
            </div>
            <div>
              {offer.standing === 'interested' ? <p>You told us that you are interested.</p> : null}
              {offer.standing === 'overtaken' ? <p>{overtakenText}</p> : null}
              {offer.standing === 'closed' ? <p>This application is closed: the offer has ended.</p> : null}
              {withdrawal === null ? <CoverIsNotActive /> : null}
              <OfferLink id={id} {...offer} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** The link to the page of an offer, until the offer expires. */
function OfferLink({ id, standing, expired }: { id: number } & Pick<Offer, 'standing' | 'expired'>) {
  if (expired)
    return (
      <p>
        This quote has expired. <Link to="/contact">Ask us</Link> for a new one.
      </p>
    )
  return (
    <p>
      <ButtonLink to={`/dashboard/quotes/${id}`} variant={standing === 'open' ? 'primary' : 'secondary'}>
        {standing === 'open' ? 'Answer this quote' : 'Read this quote, or ask us'}
      </ButtonLink>
    </p>
  )
}
