import { Tabs } from '../../parts/tabs'

const parts = [
  { label: 'Code', to: '/admin/underwriting/code' },
  { label: 'Tables', to: '/admin/underwriting/tables' },
  { label: 'Tests', to: '/admin/underwriting/tests' },
  { label: 'Questions', to: '/admin/underwriting/questions' },
] as const

/** The parts of a version of the engine, and what it does, each a page. */
  { label: 'Challenger', to: '/admin/underwriting/challenger' },
] as const

/** The parts of a version of the engine and its challenger, each a page. */
export function EngineTabs({ current }: { current: (typeof parts)[number]['label'] | null }) {
  return (
    <Tabs
      label="Pages of the engine"
      tabs={parts.map((part) => ({ ...part, current: part.label === current }))}
    />
  )
}
