import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  description: string
  /** Heights between 0 and 1, with their labels. */
  ticks: readonly { at: number; label: string }[]
  /** The height of zero, when there are negative values. */
  zero?: number | null
  /** In pixels. Heights and text have the same size on every screen; only the plot between its scale and the right edge stretches. */
  plotHeight: number
  headRoom: number
  footRoom: number
  /** The length in characters of a label behind the right edge. */
  endLabelLength?: number
  /** Patterns, and a line of text above or below the plot. */
  background?: ReactNode
  /** Elements of the page over the plot. */
  overlay?: ReactNode
  children: ReactNode
}

/** The width of a character of a label, and the gap to the plot, in em. */
const characterWidth = 0.66
const axisGap = 0.6

/** The frame of a chart: a scale as wide as its longest label, grid lines, and a plot area that renders `children` from its top left corner. */
export function Plot({
  title,
  description,
  ticks,
  zero = null,
  plotHeight,
  headRoom,
  footRoom,
  endLabelLength = 0,
  background,
  overlay,
  children,
}: Props) {
  const id = useId()
  const height = headRoom + plotHeight + footRoom
  const top = (at: number) => headRoom + (1 - at) * plotHeight
  const longest = Math.max(0, ...ticks.map(({ label }) => label.length))
  return (
    <div className="plot-frame">
      <svg
        className="plot"
        width={`${axisGap + longest * characterWidth}em`}
        height={height}
        aria-hidden="true"
      >
        {ticks.map(({ at, label }) => (
          <text key={label} className="plot-tick" x="100%" dx={-8} y={top(at)} dy="0.35em">
            {label}
          </text>
        ))}
      </svg>
      <div className="plot-area">
        <svg
          className="plot"
          width="100%"
          height={height}
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-text`}>{description}</desc>
          {ticks.map(({ at, label }) => (
            <line
              key={label}
              className={at === zero ? 'plot-grid plot-zero' : 'plot-grid'}
              x2="100%"
              y1={top(at)}
              y2={top(at)}
            />
          ))}
          {background}
          <svg x={0} y={headRoom} width="100%" height={plotHeight + footRoom}>
            {children}
          </svg>
        </svg>
        {overlay}
      </div>
      {endLabelLength > 0 ? (
        <svg width={`${axisGap + endLabelLength * characterWidth}em`} height={1} aria-hidden="true" />
      ) : null}
    </div>
  )
}

type AxisLabelsProps = {
  labels: readonly { at: number; label: string }[]
  y: number
  /** Whether the plot has room behind its right edge, into which the last label may reach. It is narrower then: a phone hides the labels between. */
  hasEndRoom?: boolean
}

/** Labels below a plot; the first and the last stay within its width. */
export function AxisLabels({ labels, y, hasEndRoom = false }: AxisLabelsProps) {
  return (
    <>
      {labels.map(({ at, label }, index) => {
        const edge =
          labels.length === 1
            ? 'middle'
            : index === 0
              ? 'start'
              : index === labels.length - 1 && !hasEndRoom
                ? 'end'
                : 'middle'
        const x = edge === 'start' ? 0 : edge === 'end' ? 100 : at * 100
        const isBetween = hasEndRoom && index > 0 && index < labels.length - 1
        return (
          <text
            key={at}
            x={`${x}%`}
            y={y}
            className={`plot-label plot-label-${edge}${isBetween ? ' wide-only' : ''}`}
          >
            {label}
          </text>
        )
      })}
    </>
  )
}
