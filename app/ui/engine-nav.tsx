import { Link } from '@remix-run/react'

const groups = [
  {
    label: 'Underwriting runs',
    pages: [
      { label: 'Overview', to: '/admin/underwriting' },
      { label: 'Results', to: '/admin/underwriting/results' },
      { label: 'Referrals', to: '/admin/underwriting/referrals' },
      { label: 'Compare', to: '/admin/underwriting/compare' },
      { label: 'Batches', to: '/admin/underwriting/batches' },
    ],
  },
  {
    label: 'Rates, rules and code',
    pages: [
      { label: 'Rating tables', to: '/admin/underwriting/tables' },
      { label: 'State rules', to: '/admin/underwriting/state-rules' },
      { label: 'Code', to: '/admin/underwriting/code' },
      { label: 'Tests', to: '/admin/underwriting/tests' },
      { label: 'Questions', to: '/admin/underwriting/questions' },
    ],
  },
  {
    label: 'Changes to the engine',
    pages: [
      { label: 'Challenger', to: '/admin/underwriting/challenger' },
      { label: 'Impact', to: '/admin/underwriting/impact' },
      { label: 'Releases', to: '/admin/underwriting/releases' },
    ],
  },
  {
    label: 'The portfolio',
    pages: [
      { label: 'Fairness', to: '/admin/underwriting/fairness' },
      { label: 'Charts', to: '/admin/underwriting/charts' },
      { label: 'Simulation', to: '/admin/underwriting/simulation' },
      { label: 'Portfolio factor', to: '/admin/underwriting/portfolio-factor' },
    ],
  },
] as const

/** A page of the row, by its label. */
export type EngineTool = (typeof groups)[number]['pages'][number]['label']

/** Scrolls the current link of the row into its middle, where the browser does not know `scroll-initial-target`. */
function showCurrent(row: HTMLElement | null) {
  const current = row?.querySelector<HTMLElement>('[aria-current]')
  if (!row || !current || CSS.supports('scroll-initial-target', 'nearest')) return
  row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}

/** The pages under 'Underwriting' as one row of links in groups, which scrolls in itself on a narrow screen. */
export function EngineNav({ current }: { current: EngineTool | null }) {
  return (
    <nav aria-label="Underwriting pages" className="engine-nav" ref={showCurrent}>
      {groups.map(({ label, pages }) => (
        <ul key={label} aria-label={label}>
          {pages.map((page) => (
            <li key={page.to}>
              <Link to={page.to} aria-current={page.label === current ? 'page' : undefined}>
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
