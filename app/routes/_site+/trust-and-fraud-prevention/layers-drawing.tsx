type Props = {
  /** From the top. */
  layers: readonly { worksToday: boolean }[]
}

const outline = 'M80 6 148 30V88C148 130 120 160 80 178 40 160 12 130 12 88V30Z'
const shieldTop = 6
const shieldBottom = 178

/** A decorative shield of layers: those that work today are rope, those that are planned are outlined. */
export function LayersDrawing({ layers }: Props) {
  const height = (shieldBottom - shieldTop) / layers.length
  return (
    <svg className="layers-drawing" viewBox="0 0 160 184" width={224} height={258} aria-hidden="true">
      <defs>
        <clipPath id="layers-shield">
          <path d={outline} />
        </clipPath>
        <pattern
          id="layers-rope"
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(25)"
        >
          <path d="M0 0H6V8H0z" />
          <path className="layers-groove" d="M6 0H8V8H6z" />
        </pattern>
      </defs>
      <g clipPath="url(#layers-shield)">
        {layers.map(({ worksToday }, index) => (
          <rect
            key={index}
            x={-2}
            y={shieldTop + index * height}
            width={164}
            height={height}
            fill={worksToday ? 'url(#layers-rope)' : undefined}
            strokeDasharray={worksToday ? undefined : '6 5'}
          />
        ))}
      </g>
      <path className="layers-outline" d={outline} />
    </svg>
  )
}
