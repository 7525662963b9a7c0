import { Link } from '@remix-run/react'

import { officeHours, type Brand } from '~/content/brand'
import { footerColumns } from '~/content/navigation'

import { EmailText } from './email-text'
import { ExternalLink } from './external-link'
import { Mark } from './mark'
import { PostalAddress } from './postal-address'
import { SocialLinks } from './social-links'

export function SiteFooter({ brand }: { brand: Brand }) {
  return (
    <footer className="site-footer">
      <div className="container-wide site-footer-grid">
        <nav aria-label="Footer">
          {footerColumns.map(({ title, links, external = [] }) => (
            <div key={title}>
              <p className="site-footer-title">{title}</p>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
                {external.map(({ to, label }) => (
                  <li key={to}>
                    <ExternalLink href={to}>{label}</ExternalLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="site-footer-profiles">
          <p className="site-footer-title">Follow along</p>
          <ul>
            <SocialLinks />
          </ul>
        </div>
        <address>
          <strong className="brand">
            <Mark /> {brand.name}
          </strong>
          <span>
            <PostalAddress address={brand.address} />
          </span>
          <a href={`mailto:${brand.email}`}>
            <EmailText>{brand.email}</EmailText>
          </a>
          <span>{brand.phone}</span>
          <span>{officeHours}</span>
        </address>
        <div className="site-footer-caveats">
          <p>
            {brand.name} is in beta. Cover is not yet available or active; what you send us is used for
            research and development only. Coverage is subject to underwriting approval and may not be
            available in all states. Terms, conditions and exclusions apply.
          </p>
          <p>
            © {new Date().getUTCFullYear()} {brand.name}
          </p>
        </div>
      </div>
    </footer>
  )
}
