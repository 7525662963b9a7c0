import { crowdfundingPage } from './brand'

export type NavigationLink = { to: string; label: string }

/** The header's links, in order. */
export const mainLinks: NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/how-it-works', label: 'How it works' },
  { to: '/coverage-tiers', label: 'Coverage tiers' },
  { to: '/faq', label: 'FAQ' },
  { to: '/about-us', label: 'About us' },
]

/** The links in the header's menu of the company. */
export const companyLinks: NavigationLink[] = [
  { to: '/investor', label: 'Investor Info' },
  { to: '/careers', label: 'Careers' },
  { to: '/contact', label: 'Contact' },
]

export const quoteLink: NavigationLink = { to: '/get-a-quote', label: 'Get a quote' }

export const visitorLinks: NavigationLink[] = [
  { to: '/login', label: 'Log in' },
  { to: '/signup', label: 'Sign up' },
]

export const userLinks: NavigationLink[] = [{ to: '/dashboard', label: 'My Dashboard' }]

/** The columns of the footer; external links open in a new tab. */
export const footerColumns: { title: string; links: NavigationLink[]; external?: NavigationLink[] }[] = [
  { title: 'Cover', links: [...mainLinks.filter(({ to }) => to !== '/about-us'), quoteLink] },
  {
    title: 'Company',
    links: [
      { to: '/about-us', label: 'About us' },
      ...companyLinks,
      { to: '/contact#waitlist-form', label: 'Join Waitlist' },
    ],
    external: [{ to: crowdfundingPage, label: 'Crowdfunding' }],
  },
  {
    title: 'Legal',
    links: [
      { to: '/trust-and-fraud-prevention', label: 'Trust and fraud prevention' },
      { to: '/terms-of-service', label: 'Terms of service' },
      { to: '/privacy-policy', label: 'Privacy policy' },
    ],
  },
]

/** The pages listed for search engines: those that the footer links to. */
export const publicPaths: string[] = footerColumns
  .flatMap(({ links }) => links.map(({ to }) => to))
  .filter((to) => !to.includes('#'))

/** Whether a link is active on a page: Home only on itself, the others also on the pages below them. */
export function isActive(to: string, path: string) {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
}
