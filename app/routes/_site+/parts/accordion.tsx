import { useId } from 'react'

import { AccordionMark } from '~/ui/accordion-mark'

type Props = {
  items: readonly { id: string; question: string; answer: readonly string[] }[]
  /** Only one answer is open at a time. */
  single?: boolean
  firstOpen?: boolean
  headingLevel?: 2 | 3 | 4
}

/**
 * Questions that open to their answers, without a script. The id is on the answer: a browser opens the <details> that contains the
 * target of a link, not the target itself.
 */
export function Accordion({ items, single, firstOpen, headingLevel = 3 }: Props) {
  const name = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <div className="accordion">
      {items.map(({ id, question, answer }, index) => (
        <details key={id} name={single ? name : undefined} open={firstOpen && index === 0}>
          <summary>
            <Heading>{question}</Heading>
            <AccordionMark />
          </summary>
          <div className="accordion-answer" id={id}>
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
