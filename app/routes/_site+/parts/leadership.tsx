import { leadership } from '~/content/company'
import { AccordionMark } from '~/ui/accordion-mark'

import { SplitSection, Terms } from './split-section'

/** The roles of those who lead the company, folded on a phone. */
export function Leadership() {
  return (
    <SplitSection
      title="Leadership"
      lede="Six roles, and what each answers for. We name nobody yet: names are announced before launch."
    >
      <details className="phone-fold">
        <summary>
          The six roles <AccordionMark />
        </summary>
        <Terms columns items={leadership.map(({ role, text }) => ({ term: role, text }))} />
      </details>
    </SplitSection>
  )
}
