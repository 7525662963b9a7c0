import { Link } from '@remix-run/react'

import { capital } from '~/domain/formats'
import { BulletList } from '~/ui/bullet-list'

type Props = { losses: readonly string[]; exclusions: readonly string[] }

/** What every tier would pay for, and beside it what none would. */
export function WhatIsCovered({ losses, exclusions }: Props) {
  return (
    <div className="covered">
      <section>
        <h2>Pays for</h2>
        <p>Work that you lose through no fault of your own. Examples:</p>
        <BulletList items={losses.map(sentence)} />
      </section>
      <section className="covered-not">
        <h2>Does not pay for</h2>
        <BulletList items={exclusions.map(sentence)} />
        <p>
          <Link to="/faq#not-covered">More about what is not covered</Link>
        </p>
      </section>
    </div>
  )
}

const sentence = (text: string) => `${capital(text)}.`
