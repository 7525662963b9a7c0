/** A text of which a phone shows only a part, and assistive technology all: 'Save' of 'Save this view'. */
export function Shortened({
  before = '',
  part,
  after = '',
}: {
  before?: string
  part: string
  after?: string
}) {
  return (
    <span>
      {before === '' ? null : <span className="hidden-on-phone">{before}</span>}
      <span className="shown-part">{part}</span>
      {after === '' ? null : <span className="hidden-on-phone">{after}</span>}
    </span>
  )
}
