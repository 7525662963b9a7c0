import { cents } from '~/engine/model/money'

/** A step of a price: dollars that it adds, negative where it takes them off. */
type Line = { label: string; dollars: number }

/**
 * The steps from a rated premium to the one that a person offers, in US dollars a month: what another cover or tier changes, and a loading.
 * `labels` name them.
 */
export function changedLines(
  rated: number,
  { monthly, loading_percent: loading }: { monthly: number; loading_percent: number },
  labels: { change: string; loading: (percent: number) => string },
): Line[] {
  const added = cents(monthly - monthly / (1 + loading / 100))
  return [
    { label: labels.change, dollars: cents(monthly - added - rated) },
    { label: labels.loading(loading), dollars: added },
  ].filter(({ dollars }) => dollars !== 0)
}
