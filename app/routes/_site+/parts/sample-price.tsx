import type { PriceStep } from '~/domain/offers/price-steps'

/** The steps of an example price, as on a quote. */
export function SamplePrice({ steps }: { steps: readonly PriceStep[] }) {
  return (
    <figure className="sample-price price-lines">
      <figcaption>
        <strong>What a quote explains.</strong> An example that our engine computes: a builder, four years
        with the same firm, which has a record of layoffs, asks for the smallest tier.
      </figcaption>
      <table>
        <caption className="visually-hidden">Dollars a month, from the base premium to the price</caption>
        <tbody>
          {steps.map(({ label, value, from, to, kind }) => (
            <tr key={label} className={kind === 'sum' ? 'sample-price-sum' : undefined}>
              <th scope="row">{label}</th>
              <td className="price-bar" aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect
                    className={`price-bar-${kind}`}
                    x={100 * Math.min(from, to)}
                    width={Math.max(0.5, 100 * Math.abs(to - from))}
                    height="10"
                  />
                </svg>
              </td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
