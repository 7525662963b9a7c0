/** A postal address. A line that is too narrow for it breaks before the town, which its last two parts name. */
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
