import { counted, money } from '~/domain/formats'
import { confirmSendUrl, resultsOf } from '~/domain/work/send-url'
import type { Confirmation } from '~/ui/confirmation'

import { decisionText, type Item } from './work-columns'

/** Returns the number of offers, their total premium, and the number of refusals: '2 offers, $224.52 a month; 1 refusal'. */
export function sumText(results: readonly Item[]) {
  const premiums = results.flatMap(({ premium }) => premium ?? [])
  const sum = premiums.reduce((total, premium) => total + premium, 0)
  const refusals = results.length - premiums.length
  return [
    ...(premiums.length > 0 ? [`${counted(premiums.length, 'offer')}, ${money(sum)} a month`] : []),
    ...(refusals > 0 ? [counted(refusals, 'refusal')] : []),
  ].join('; ')
}

/** The confirmation before sending several results: their total, and each recipient with the decision and the premium. */
export function sendQuestion(results: readonly Item[]): Confirmation {
  const isOne = results.length === 1
  return {
    question: `Send ${counted(results.length, 'result')}? ${isOne ? 'Its applicant' : 'Each applicant'} gets an email with the decision and a private link.`,
    about: `${sumText(results)}.`,
    children: (
      <ul>
        {results.map((item) => (
          <li key={item.quoteId}>
            Q-{item.quoteId} {item.name}: {decisionText(item)}
            {item.premium === null ? '' : `, ${money(item.premium)} a month`}
          </li>
        ))}
      </ul>
    ),
    confirmLabel: isOne ? 'Send it' : `Send ${results.length}`,
    harmless: true,
    action: confirmSendUrl(resultsOf(results)),
    fields: {},
  }
}
