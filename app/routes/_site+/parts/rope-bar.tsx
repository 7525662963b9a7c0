/** A bar drawn as a rope that ends in a knot; `share` is its part of the width, 0 to 1. */
export function RopeBar({ share }: { share: number }) {
  const end = Math.min(1, Math.max(0, share)) * 100
  return (
    <svg className="rope-bar" width="100%" height={16} aria-hidden="true">
      <rect x={`${end}%`} width={`${100 - end}%`} height={16} />
      <circle cx={`${end}%`} cy={8} r={8} />
    </svg>
  )
}
