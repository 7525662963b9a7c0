/** From the ship, three turns around the post, and a coil on the quay. */
const ropes = [
  'M-10 172C40 172 84 154 120 124',
  'M119 124q41 18 82 0',
  'M118 149q42 18 84 0',
  'M117 174q43 18 86 0',
  'M203 174c20 8 14 44 37 49',
  'M240 223q28 4 60 0',
  'M250 207q20 3 40 0',
]

/** The mark's bollard on its quay, decorative, with a rope made fast around it. */
export function BollardDrawing() {
  return (
    <svg className="bollard" viewBox="0 0 320 264" width={348} height={287} aria-hidden="true">
      <path
        className="bollard-water"
        d="M8 250c16-8 28-8 44 0s28 8 44 0M170 254c16-8 28-8 44 0s28 8 44 0M236 92c12-6 22-6 34 0s22 6 34 0M24 60c10-5 18-5 28 0s18 5 28 0"
      />
      <path className="bollard-quay" d="M0 232H320" />
      <path className="bollard-post" d="M126 66h68l8 140 14 26H104l14-26z" />
      <path className="bollard-post" d="M100 36c0-14 120-14 120 0v18c0 16-120 16-120 0z" />
      {ropes.map((line) => (
        <g key={line}>
          <path className="bollard-rope" d={line} />
          <path className="bollard-strand" d={line} />
        </g>
      ))}
    </svg>
  )
}
