import { json, type MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { NotFound, notFoundTitle } from '~/ui/not-found'

export const meta: MetaFunction = () => [{ title: notFoundTitle }, { name: 'robots', content: 'noindex' }]

export function loader() {
  return json(null, { status: 404 })
}

export { loader as action }

const likelyPages = [
  { to: '/get-a-quote', label: 'Get a quote', text: 'Four short steps; you can save and return.' },
  { to: '/coverage-tiers', label: 'Coverage tiers', text: 'What each tier costs and pays.' },
  { to: '/faq', label: 'Questions and answers', text: 'With a search.' },
  { to: '/dashboard', label: 'My dashboard', text: 'Where your application stands.' },
  { to: '/contact', label: 'Contact', text: 'A person answers.' },
]

export default function NotFoundPage() {
  return (
    <>
      <NotFound />
      <nav className="container likely-pages" aria-labelledby="likely-pages">
        <h2 id="likely-pages">Perhaps you are looking for</h2>
        <ul className="action-list">
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
