import { Link } from '@remix-run/react'

import { crowdfundingPage, officeHours, type Brand } from '~/content/brand'
import { footerColumns } from '~/content/navigation'

import { ExternalLink } from './external-link'
import { Mark } from './mark'
import { SocialLinks } from './social-links'

export function SiteFooter({ brand }: { brand: Brand }) {
  return (
    <footer className="site-footer">
      <div className="container-wide site-footer-grid">
        <nav aria-label="Footer">
          {footerColumns.map(({ title, links }) => (
            <div key={title}>
              <p className="site-footer-title">{title}</p>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <address>
          <strong className="brand">
            <Mark /> {brand.name}
          </strong>
          <br />
          {brand.address}
          <br />
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
          <br />
          {brand.phone}
          <br />
          {officeHours}
          <ul className="site-footer-external">
            <SocialLinks />
            <li>
              <ExternalLink href={crowdfundingPage}>Crowdfunding</ExternalLink>
            </li>
          </ul>
        </address>
        <div className="site-footer-caveats">
          <p>
            {brand.name} is in beta. Cover is not yet available or active; what you send us is used for
            research and development only.
          </p>
          <p>
            Coverage is subject to underwriting approval and may not be available in all states. Terms,
            conditions and exclusions apply.
          </p>
          <p>
            © {new Date().getUTCFullYear()} {brand.name}
          </p>
        </div>
      </div>
    </footer>
  )
}
