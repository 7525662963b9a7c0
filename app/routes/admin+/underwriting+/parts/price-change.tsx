import { capital, money, signedMoney } from '~/domain/formats'
import type { WhatIfOutcome } from '~/domain/underwriting/what-if.server'

import { Becomes } from './becomes'

type Props = {
  now: Pick<WhatIfOutcome, 'decision' | 'monthly'>
  changed: Pick<WhatIfOutcome, 'decision' | 'monthly'>
  /** The text after an unchanged outcome. */
  same?: string
}

/** The engine's result now and with changes: 'Approved, $41.20 a month → Approved, $38.10 a month (−$3.10)'. */
export function PriceChange({ now, changed, same = ', as without the changes' }: Props) {
  const isDearerOrCheaper = now.monthly > 0 && changed.monthly > 0 && now.monthly !== changed.monthly
  if (priceText(now) === priceText(changed))
    return (
      <>
        <strong>{priceText(now)}</strong>
        {same}
      </>
    )
  return (
    <>
      <strong>{priceText(now)}</strong> <Becomes /> <strong>{priceText(changed)}</strong>
      {isDearerOrCheaper ? ` (${signedMoney(cents(changed.monthly - now.monthly))})` : ''}
    </>
  )
}

function priceText({ decision, monthly }: Props['now']) {
  return monthly > 0 ? `${capital(decision)}, ${money(monthly)} a month` : capital(decision)
}

function cents(dollars: number) {
  return Math.round(100 * dollars) / 100
}
