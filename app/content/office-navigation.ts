import { isActive, type NavigationLink } from './navigation'

const submissions = { to: '/admin/submissions', label: 'Submissions' }
const underwriting = { to: '/admin/underwriting', label: 'Underwriting' }
const others = [
  { to: '/admin/database', label: 'Database' },
  { to: '/admin/session-info', label: 'Session Info' },
  { to: '/pitch-deck-admin', label: 'Pitch Deck Admin' },
]

/** The five areas of the back office, which the dashboard of an admin links to. */
export const officeAreas: NavigationLink[] = [submissions, underwriting, ...others]

/** The links of the back office's bar. */
export const officeLinks: NavigationLink[] = [
  { to: '/admin/work', label: 'Work' },
  submissions,
  { to: '/admin/underwriting/results', label: 'Results' },
  { to: '/admin/portfolio', label: 'Portfolio' },
  underwriting,
]

/** Links of the bar that move under 'More' on narrow screens. */
export const widerLinks: NavigationLink[] = others

const tools = [
  { to: '/admin/run-import', label: 'Import' },
  { to: '/admin/accounts', label: 'Accounts' },
  { to: '/admin/mail', label: 'Mail' },
  { to: '/admin/audit', label: 'Audit' },
  { to: '/admin/security', label: 'Security' },
]

/** The links under 'More' in the bar. The page of the engine's code belongs to 'Underwriting', as its siblings do. */
export const officeTools: NavigationLink[] = [
  { to: '/admin/underwriting/code', label: 'Engine code' },
  ...tools,
]

/** Returns the link of the bar that a page belongs to: the one with the longest path. */
export function areaOf(path: string) {
  return [...officeLinks, ...widerLinks, ...tools]
    .filter(({ to }) => isActive(to, path))
    .sort((one, other) => other.to.length - one.to.length)[0]
}
