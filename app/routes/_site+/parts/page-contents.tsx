import { AccordionMark } from '~/ui/accordion-mark'

type Props = { items: readonly { id: string; heading: string }[] }

/** Links to the sections of a long page, folded up on a phone. */
export function PageContents({ items }: Props) {
  return (
    <nav aria-label="On this page" className="side-contents">
      <details className="phone-fold">
        <summary>
          On this page <AccordionMark />
        </summary>
        <ul>
          {items.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
