import { officeAreas, officeLinks, officeTools } from './office-navigation'

/** A page of the back office, with search terms besides its name. */
export type OfficePage = { label: string; to: string; words?: string }

export const officePages: OfficePage[] = [
  ...new Map([...officeLinks, ...officeAreas, ...officeTools].map((link) => [link.to, link])).values(),
  { label: 'Portfolio charts', to: '/admin/underwriting/charts', words: 'pictures premiums' },
  { label: 'Simulation', to: '/admin/underwriting/simulation', words: 'months reserve meltdown' },
  { label: 'Portfolio factor', to: '/admin/underwriting/portfolio-factor' },
  { label: 'Impact on all quotes', to: '/admin/underwriting/impact' },
  { label: 'Releases', to: '/admin/underwriting/releases', words: 'proposals changes' },
  { label: 'Referrals', to: '/admin/underwriting/referrals', words: 'decisions overruled' },
  { label: 'Fairness', to: '/admin/underwriting/fairness', words: 'bias groups' },
  { label: 'Challenger', to: '/admin/underwriting/challenger' },
  { label: 'Golden cases', to: '/admin/underwriting/tests', words: 'tests' },
  { label: 'Rating tables of the engine', to: '/admin/underwriting/tables', words: 'grids' },
  { label: 'State rules', to: '/admin/underwriting/state-rules' },
  { label: 'Edit the engine code', to: '/admin/underwriting/code?edit=yes', words: 'change source' },
  {
    label: 'Backups of the engine code',
    to: '/admin/underwriting/code?tab=backups',
    words: 'restore versions',
  },
  { label: 'Batch runs', to: '/admin/underwriting/batches', words: 'many applications underwriting' },
  { label: 'Saved views', to: '/admin/views' },
]
