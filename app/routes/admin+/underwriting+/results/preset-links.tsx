import { Link } from '@remix-run/react'

import { addDays } from '~/domain/dates'
import { resultGroups, resultList, type ResultListState } from '~/domain/underwriting/result-list'

type Props = { state: Pick<ResultListState, 'texts'>; today: string }

/** Links to common periods, and to the list and its groups. `today` is YYYY-MM-DD in UTC. */
export function PresetLinks({ state, today }: Props) {
  const { from, to, group } = state.texts
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  const periods = [
    { label: 'Any time', from: '', to: '' },
    { label: 'Today', from: today, to: today },
    { label: 'This week', from: addDays(today, -sinceMonday), to: today },
    { label: '30 days', from: addDays(today, -29), to: today },
  ]
  return (
    <div className="result-presets">
      <nav aria-labelledby="presets-period" className="list-links preset-links">
        <span id="presets-period">Period</span>
        {periods.map(({ label, ...period }) => (
          <Link
            key={label}
            to={resultList.url(period, state)}
            aria-current={period.from === from && period.to === to ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <nav aria-labelledby="presets-groups" className="list-links preset-links">
        <span id="presets-groups">Groups</span>
        <Link to={resultList.url({ group: '' }, state)} aria-current={group === '' ? 'true' : undefined}>
          Each result
        </Link>
        {resultGroups.map((name) => (
          <Link
            key={name}
            to={resultList.url({ group: name }, state)}
            aria-current={group === name ? 'true' : undefined}
          >
            By {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}
