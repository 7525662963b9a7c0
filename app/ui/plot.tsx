import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  description: string
  /** Heights between 0 and 1, with their labels. */
  ticks: readonly { at: number; label: string }[]
  /** The height of zero, when there are negative values. */
  zero?: number | null
  /** Percent of the width to the left of the plot, for the axis, and to the right of it. */
  axisRoom: number
  endRoom?: number
  /** In pixels. Heights and text have the same size on every screen; only the plot stretches. */
  plotHeight: number
  headRoom: number
  footRoom: number
  /** Drawn over the whole width: patterns, a line of text. */
  background?: ReactNode
  children: ReactNode
}

/** The frame of a chart: a scale on the left, grid lines, and a plot area that renders `children` from its top left corner. */
export function Plot({
  title,
  description,
  ticks,
  zero = null,
  axisRoom,
  endRoom = 0,
  plotHeight,
  headRoom,
  footRoom,
  background,
  children,
}: Props) {
  const id = useId()
  return (
    <svg
      className="plot"
      width="100%"
      height={headRoom + plotHeight + footRoom}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {ticks.map(({ at, label }) => {
        const y = headRoom + (1 - at) * plotHeight
        return (
          <g key={label} className={at === zero ? 'plot-tick plot-zero' : 'plot-tick'}>
            <line x1={`${axisRoom}%`} x2="100%" y1={y} y2={y} />
            <text x={`${axisRoom}%`} dx={-8} y={y} dy="0.35em">
              {label}
            </text>
          </g>
        )
      })}
      {background}
      <svg
        x={`${axisRoom}%`}
        y={headRoom}
        width={`${100 - axisRoom - endRoom}%`}
        height={plotHeight + footRoom}
      >
        {children}
      </svg>
    </svg>
  )
}

/** Labels below a plot; the first and the last stay within its width. */
export function AxisLabels({ labels, y }: { labels: readonly { at: number; label: string }[]; y: number }) {
  return (
    <>
      {labels.map(({ at, label }, index) => {
        const edge =
          labels.length === 1
            ? 'middle'
            : index === 0
              ? 'start'
              : index === labels.length - 1
                ? 'end'
                : 'middle'
        const x = edge === 'start' ? 0 : edge === 'end' ? 100 : at * 100
        return (
          <text key={at} x={`${x}%`} y={y} className={`plot-label plot-label-${edge}`}>
            {label}
          </text>
        )
      })}
    </>
  )
}
