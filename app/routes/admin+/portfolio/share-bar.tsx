/** A bar beside the figure that it draws; none for nothing. */
export function ShareBar({ share }: { share: number }) {
  if (share === 0) return null
  return (
    <svg className="share-bar" width="100%" height={12} aria-hidden="true">
      <rect className="share-bar-track" width="100%" height={12} rx={2} />
      <rect className="share-bar-part" width={`${Math.min(1, share) * 100}%`} height={12} rx={2} />
    </svg>
  )
}
