import { Tabs } from '../../parts/tabs'

const path = '/admin/underwriting/fairness'

const books = [
  { label: 'Stored quotes', name: 'quotes', to: path },
  { label: 'Bundled population', name: 'population', to: `${path}?of=population` },
] as const

/** Tabs for the groups whose outcomes the fairness page compares. */
export function FairnessTabs({ current }: { current: (typeof books)[number]['name'] }) {
  return (
    <Tabs
      inner
      label="People"
      tabs={books.map(({ label, name, to }) => ({ label, to, current: name === current }))}
    />
  )
}
