import { Tabs } from '../../parts/tabs'

const pages = [
  { label: 'Code', to: '/admin/underwriting/code' },
  { label: 'Tables', to: '/admin/underwriting/tables' },
  { label: 'Tests', to: '/admin/underwriting/tests' },
  { label: 'Questions', to: '/admin/underwriting/questions' },
  { label: 'State rules', to: '/admin/underwriting/state-rules' },
  { label: 'Fairness', to: '/admin/underwriting/fairness' },
  { label: 'Referrals', to: '/admin/underwriting/referrals' },
  { label: 'Releases', to: '/admin/underwriting/releases' },
  { label: 'Challenger', to: '/admin/underwriting/challenger' },
] as const

/** Tabs for the pages about the engine: its parts, its effects, and its tests. */
export function EngineTabs({ current }: { current: (typeof pages)[number]['label'] | null }) {
  return (
    <Tabs
      label="Pages of the engine"
      tabs={pages.map((page) => ({ ...page, current: page.label === current }))}
    />
  )
}
