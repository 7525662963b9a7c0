import { longDate } from '~/domain/dates'
import { briefMoney, money, signedMoney } from '~/domain/formats'
import { labelsInWords } from '~/domain/labels-in-words'
import type { ApplicantView } from '~/domain/offers/offer-summary'
import { priceSteps, type PriceStep } from '~/domain/offers/price-steps'

import { BulletList } from './bullet-list'
import { Notice } from './notice'
import { Stat } from './stat'

/** The offered cover and its price, or the refusal. `isEnded`: the application is withdrawn, so there are no next steps. */
export function OfferHead({ offer, isEnded = false }: { offer: ApplicantView; isEnded?: boolean }) {
  if (offer.declined)
    return (
      <Notice tone="info" title="We are sorry: we cannot offer you cover at this time">
        <p>
          This is about our rules today, not about you. If your circumstances change, you are welcome to apply
          again.
        </p>
      </Notice>
    )
  return (
    <>
      <p className="offer-price">
        <strong>{money(offer.monthly)}</strong> a month
      </p>
      <p className="lede">
        {offer.tier}: {briefMoney(Number(offer.coverage))} at most, once, if you lose your job. Or{' '}
        {money(offer.annual)} for a year at once, which is 5% less.
      </p>
      <NotCovered offer={offer} />
      {isEnded ? null : (
        <p>
          <strong>Your cover is not active.</strong> {notActive}
        </p>
      )}
    </>
  )
}

/** The explanation of the price and the decision. */
export function OfferReasons({ offer }: { offer: ApplicantView }) {
  return (
    <>
      {offer.declined ? null : <OfferPrice offer={offer} />}
      {offer.reasons.length > 0 ? (
        <>
          <h2>{offer.declined ? 'Why we came to this' : 'How we came to this quote'}</h2>
          {offer.reasons.length === 1 ? <p>{offer.reasons[0]}</p> : <BulletList items={offer.reasons} />}
        </>
      ) : null}
      <AdverseAction offer={offer} />
    </>
  )
}

export function OfferFigures({ offer }: { offer: ApplicantView }) {
  return (
    <dl className="stat-grid">
      <Stat label="Coverage tier" value={offer.tier} />
      <Stat label="Coverage" value={money(offer.coverage)} note="a lump sum, at most" />
      <Stat label="Monthly premium" value={money(offer.monthly)} note="a month" />
      <Stat label="Annual premium" value={money(offer.annual)} note="a year, 5% less for paying at once" />
    </dl>
  )
}

/** The steps from the tier's base premium to the price, in dollars a month. */
export function OfferPrice({ offer, headingLevel = 2 }: { offer: ApplicantView; headingLevel?: 2 | 4 }) {
  const Heading = `h${headingLevel}` as const
  const steps = priceSteps(offer)
  const { rest = [] } = offer.price ?? {}
  if (steps.length === 0) return null
  return (
    <div className="price-lines">
      <Heading>How the price came about</Heading>
      <PriceTable steps={steps} />
      {rest.length > 0 ? (
        <details>
          <summary>What “Everything else” is</summary>
          <BulletList items={rest.map(({ label, dollars }) => `${label}: ${signedMoney(dollars)}`)} />
        </details>
      ) : null}
    </div>
  )
}

/** The steps of a price with their bars; the last is the price. */
export function PriceTable({ steps }: { steps: readonly PriceStep[] }) {
  const rows = steps.map((step) => <PriceRow key={step.label} {...step} />)
  return (
    <table>
      <caption className="visually-hidden">Dollars a month, from the base premium to your premium</caption>
      <tbody>{rows.slice(0, -1)}</tbody>
      <tfoot>{rows.slice(-1)}</tfoot>
    </table>
  )
}

function PriceRow({ label, value, from, to, kind }: PriceStep) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="price-bar" aria-hidden="true">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none">
          <rect
            className={`price-bar-${kind}`}
            x={100 * Math.min(from, to)}
            width={Math.max(0.5, 100 * Math.abs(to - from))}
            height="10"
          />
        </svg>
      </td>
      <td>{value}</td>
    </tr>
  )
}

/** The required notice if credit, bankruptcy or background data raised the price or led to the decision. */
function AdverseAction({ offer: { adverse } }: { offer: ApplicantView }) {
  if (adverse.length === 0) return null
  return (
    <Notice tone="info" title="Notice of adverse action">
      <p>
        {labelsInWords(adverse)}: what you told us about {adverse.length === 1 ? 'it' : 'them'} made the price
        higher or led to our decision. The data are your own answers: we ran no credit check and asked no
        agency. If one is wrong, write to us and we decide again.
      </p>
    </Notice>
  )
}

/** The exclusions by an underwriter from the offered cover. */
export function NotCovered({ offer: { exclusion } }: { offer: ApplicantView }) {
  if (exclusion === null) return null
  return (
    <Notice tone="warning" title="Not covered under this quote">
      <p className="as-typed">{exclusion}</p>
    </Notice>
  )
}

const notActive =
  'This quote is not a contract, and there is nothing to pay. We are in beta, and write to you before cover can begin.'

export function CoverIsNotActive() {
  return (
    <Notice tone="warning" title="Your cover is not active">
      <p>{notActive}</p>
    </Notice>
  )
}

/** Formats the day on which an offer was sent. */
export function sentOn(time: string) {
  return longDate(time.slice(0, 10))
}
