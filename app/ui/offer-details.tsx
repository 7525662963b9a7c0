import { Link } from '@remix-run/react'

import { briefMoney, money } from '~/domain/formats'
import { alternativeText } from '~/domain/offers/alternative-text'
import type { Alternative, TierOffer } from '~/domain/offers/alternatives.server'
import { dataUsed } from '~/domain/offers/data-used'
import type { ApplicantView } from '~/domain/offers/offer-summary'

import { BulletList } from './bullet-list'
import { useBrand } from './use-brand'

/** The offer with another tier or a longer tenure, computed by the engine. */
export function Alternatives({ alternatives, declined }: { alternatives: Alternative[]; declined: boolean }) {
  if (alternatives.length === 0) return null
  return (
    <>
      <h2>What would change it</h2>
      <BulletList items={alternatives.map((one) => alternativeText(one, declined))} />
      <p className="hint">With all other answers as they are, and today's rules.</p>
    </>
  )
}

/** The price of each tier for this applicant. */
export function TiersSideBySide({ tiers }: { tiers: TierOffer[] }) {
  if (tiers.length < 2) return null
  return (
    <div className="tier-offers">
      <h2>Your tiers side by side</h2>
      <table>
        <caption className="visually-hidden">The tiers that you could have, with cover and premium</caption>
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col">Cover, once</th>
            <th scope="col">A month</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ tier, coverage, monthly, isOffered }) => (
            <tr key={tier} className={isOffered ? 'tier-offered' : undefined}>
              <th scope="row">
                {tier}
                {isOffered ? ' (this quote)' : ''}
              </th>
              <td>{briefMoney(coverage)}</td>
              <td>{money(monthly)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">To have another tier, ask us: we send you a new quote.</p>
    </div>
  )
}

/** The data behind an offer, and how to correct them. */
export function DataUsed({ offer }: { offer: Pick<ApplicantView, 'used'> }) {
  const { email } = useBrand()
  const data = dataUsed(offer)
  if (data.length === 0) return null
  return (
    <>
      <h2>What we used</h2>
      <BulletList items={data} />
      <p>
        If an answer was wrong, <Link to="/get-a-quote">apply again</Link> with the right one, or write to{' '}
        <a href={`mailto:${email}`}>{email}</a>: we correct it and decide again.
      </p>
    </>
  )
}
