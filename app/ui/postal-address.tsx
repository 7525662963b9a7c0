/** A postal address. If it does not fit on a line, it wraps before the town, its last two parts. */
export function PostalAddress({ address }: { address: string }) {
  const parts = address.split(', ')
  if (parts.length < 3) return <>{address}</>
  return (
    <>
      <span className="address-part">{parts.slice(0, -2).join(', ')},</span>{' '}
      <span className="address-part">{parts.slice(-2).join(', ')}</span>
    </>
  )
}
