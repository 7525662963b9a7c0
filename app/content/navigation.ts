export type NavigationLink = { to: string; label: string }

/** The header's links, in order. */
export const siteLinks: NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/how-it-works', label: 'How It Works' },
  { to: '/coverage-tiers', label: 'Coverage Tiers' },
  { to: '/get-a-quote', label: 'Get a Quote' },
  { to: '/faq', label: 'FAQ' },
  { to: '/investor', label: 'Investor Info' },
  { to: '/about-us', label: 'About Us' },
  { to: '/careers', label: 'Careers' },
  { to: '/contact', label: 'Contact' },
]

export const visitorLinks: NavigationLink[] = [
  { to: '/login', label: 'Login' },
  { to: '/signup', label: 'Sign Up' },
]

export const userLinks: NavigationLink[] = [{ to: '/dashboard', label: 'My Dashboard' }]

/** The links that only the footer has. */
export const footerLinks: NavigationLink[] = [
  { to: '/trust-and-fraud-prevention', label: 'Trust and Fraud Prevention' },
  { to: '/terms-of-service', label: 'Terms of Service' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/contact#waitlist-form', label: 'Join Waitlist' },
]

/** The pages listed for search engines: those that the header and footer link to. */
export const publicPaths: string[] = [...siteLinks, ...footerLinks]
  .map(({ to }) => to)
  .filter((to) => !to.includes('#'))

/** The five areas of the back office. */
export const adminLinks: NavigationLink[] = [
  { to: '/admin/submissions', label: 'Submissions' },
  { to: '/admin/underwriting', label: 'Underwriting' },
  { to: '/admin/database', label: 'Database' },
  { to: '/admin/session-info', label: 'Session Info' },
  { to: '/pitch-deck-admin', label: 'Pitch Deck Admin' },
]

/** Links in the back office's bar other than its areas. */
export const adminTools: NavigationLink[] = [
  { to: '/admin/accounts', label: 'Accounts' },
  { to: '/admin/mail', label: 'Mail' },
  { to: '/admin/audit', label: 'Audit' },
  { to: '/admin/security', label: 'Security' },
]

/** Whether a link is active on a page: Home only on itself, the others also on the pages below them. */
export function isActive(to: string, path: string) {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
}
