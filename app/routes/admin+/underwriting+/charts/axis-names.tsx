type Props = {
  /** The name of the scale. */
  scale: string
  /** The name of the horizontal axis. */
  places: string
  /** Pixels. */
  height: number
}

/** The names of the axes of a plot, in the first line of its head and the last of its foot. */
export function AxisNames({ scale, places, height }: Props) {
  return (
    <g className="plot-axis">
      <text x={0} y={12}>
        {scale}
      </text>
      <text x="100%" y={height - 4} className="plot-label-end">
        {places}
      </text>
    </g>
  )
}
