import { longDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import type { ApplicantView } from '~/domain/offers/offer-summary'

import { BulletList } from './bullet-list'
import { Notice } from './notice'
import { Stat } from './stat'

/** An offer in full, or the reason why there is none. */
export function OfferInFull({ offer }: { offer: ApplicantView }) {
  return (
    <>
      {offer.declined ? (
        <Notice tone="info" title="We are sorry: we cannot offer you cover at this time">
          <p>
            This is about our rules today, not about you. If your circumstances change, you are welcome to
            apply again.
          </p>
        </Notice>
      ) : (
        <>
          <OfferFigures offer={offer} />
          <CoverIsNotActive />
        </>
      )}
      {offer.reasons.length > 0 ? (
        <>
          <h2>{offer.declined ? 'Why we came to this' : 'How we came to this quote'}</h2>
          <BulletList items={offer.reasons} />
        </>
      ) : null}
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

export function CoverIsNotActive() {
  return (
    <Notice tone="warning" title="Your cover is not active">
      <p>
        This quote is not a contract, and there is nothing to pay. We are in beta, and write to you before
        cover can begin.
      </p>
    </Notice>
  )
}

/** Formats the day on which an offer was sent. */
export function sentOn(time: string) {
  return longDate(time.slice(0, 10))
}
