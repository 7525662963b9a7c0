import { useMatches } from '@remix-run/react'

/** Of a route's `handle`: the beta notice of its page, or null for none. */
type Handle = { beta?: string | null } | undefined

const usualText = 'Cover is not available or active yet. What you send is for research and development only.'

/** The beta notice under the header of every page but those of the back office. */
export function BetaStrip() {
  const own = useMatches()
    .map(({ handle }) => (handle as Handle)?.beta)
    .filter((beta) => beta !== undefined)
  const text = own.length > 0 ? own.at(-1) : usualText
  if (!text) return null
  return (
    <p className="beta-strip">
      <span className="container-wide">
        <strong>Beta</strong> {text}
      </span>
    </p>
  )
}
