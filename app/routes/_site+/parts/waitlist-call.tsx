import { ButtonLink } from '~/ui/button'

import { Section } from './section'

/** Links to the waitlist, at the end of a page. */
export function WaitlistCall() {
  return (
    <Section
      tone="deep"
      title="Be there when it starts"
      lede="Join the waitlist, and we write to you first when cover becomes available."
    >
      <ButtonLink to="/contact#waitlist-form">Join the waitlist</ButtonLink>
    </Section>
  )
}
