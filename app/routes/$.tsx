import { json, type LinksFunction, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { requestContext } from '~/request-context.server'
import bollardStyles from '~/styles/bollard.css?url'
import { BollardDrawing } from '~/ui/bollard-drawing'
import { ButtonLink } from '~/ui/button'
import { NotFoundText, notFoundTitle } from '~/ui/not-found'
import { PageHeading } from '~/ui/page-heading'

/** Not hydrated: the page of a malformed URL was rendered at a different URL. */
export const handle = { static: true }

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: bollardStyles }]

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? malformedTitle : notFoundTitle },
  { name: 'robots', content: 'noindex' },
]

/** Why the server rejected the URL; null for a URL without a page. */
export function loader() {
  const { rejection = null } = requestContext()
  const { status = 404, message } = rejection ?? {}
  return json(message ? { message } : null, { status })
}

export { loader as action }

const likelyPages = [
  { to: '/get-a-quote', label: 'Get a quote', text: 'Four short steps; you can save and return.' },
  { to: '/coverage-tiers', label: 'Coverage tiers', text: 'What each tier costs and pays.' },
  { to: '/faq', label: 'Questions and answers', text: 'With a search.' },
  { to: '/dashboard', label: 'My dashboard', text: 'Where your application stands.' },
  { to: '/contact', label: 'Contact', text: 'A person answers.' },
]

const malformedTitle = 'This address does not work'

export default function NotFoundPage() {
  const rejection = useLoaderData<typeof loader>()
  return (
    <>
      <div className="container heading-beside">
        <div>
          {rejection ? (
            <>
              <PageHeading
                title={malformedTitle}
                lede={`${rejection.message}. Please check it, or start from the home page.`}
              />
              <ButtonLink to="/">Return to Home</ButtonLink>
            </>
          ) : (
            <NotFoundText />
          )}
        </div>
        <BollardDrawing />
      </div>
      <nav className="container likely-pages" aria-labelledby="likely-pages">
        <h2 id="likely-pages">Perhaps you are looking for</h2>
        <ul>
          {likelyPages.map(({ to, label, text }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
