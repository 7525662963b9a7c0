import { useId } from 'react'

import type { SpreadGeometry } from '~/domain/portfolio/charts.server'
import { resultList } from '~/domain/underwriting/result-list'

type Props = {
  chart: SpreadGeometry
  /** The median of a row, and a text that describes the row. */
  words: readonly { median: string; description: string }[]
}

const percent = (share: number) => `${Math.round(share * 100_000) / 1000}%`

/** A box plot with links to the results: each row has a line from min to max, a box for the middle half, and a mark for the median. */
export function SpreadChart({ chart: { ticks, rows }, words }: Props) {
  const id = useId()
  return (
    <figure className="chart portfolio-chart">
      <ul className="spread">
        {rows.map(({ name, least, lower, median, upper, greatest }, index) => (
          <li key={name}>
            <strong className="spread-name">
              <a href={resultList.url({ tier: name })}>{name}</a>
            </strong>
            <svg
              className="plot spread-plot"
              width="100%"
              height={28}
              role="img"
              aria-labelledby={`${id}-${index}-title ${id}-${index}-text`}
            >
              <title id={`${id}-${index}-title`}>{`Rated premiums of ${name}`}</title>
              <desc id={`${id}-${index}-text`}>{words[index]?.description}</desc>
              {ticks.map(({ at }) => (
                <line key={at} className="spread-grid" x1={percent(at)} x2={percent(at)} y1={0} y2={28} />
              ))}
              <line className="spread-range" x1={percent(least)} x2={percent(greatest)} y1={14} y2={14} />
              {[least, greatest].map((at, end) => (
                <line key={end} className="spread-range" x1={percent(at)} x2={percent(at)} y1={8} y2={20} />
              ))}
              <rect
                className="spread-half"
                x={percent(lower)}
                y={5}
                width={percent(upper - lower)}
                height={18}
                rx={2}
              />
              <line className="spread-median" x1={percent(median)} x2={percent(median)} y1={1} y2={27} />
            </svg>
            <span className="spread-figure">{words[index]?.median}</span>
          </li>
        ))}
        <li aria-hidden="true">
          <svg className="plot spread-plot spread-axis" width="100%" height={40}>
            {ticks.map(({ at, label }) => (
              <text
                key={at}
                x={percent(at)}
                y={14}
                className={`plot-label-${at === 0 ? 'start' : at === 1 ? 'end' : 'middle'}`}
              >
                {label}
              </text>
            ))}
            <text x="100%" y={35} className="plot-label-end">
              Dollars a month
            </text>
          </svg>
        </li>
      </ul>
      <figcaption>
        A line reaches from the lowest rated premium of a tier to the highest, its box holds the middle half,
        and the mark in it is the median.
      </figcaption>
    </figure>
  )
}
