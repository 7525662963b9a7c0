/** A bar beside the figure that it draws. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg className="share-bar" width="100%" height={12} aria-hidden="true">
      <rect className="share-bar-track" width="100%" height={12} rx={2} />
      <rect className="share-bar-part" width={`${Math.min(1, share) * 100}%`} height={12} rx={2} />
    </svg>
  )
}
