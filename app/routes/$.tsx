import { json, type MetaFunction } from '@remix-run/node'

import { NotFound, notFoundTitle } from '~/ui/not-found'

export const meta: MetaFunction = () => [{ title: notFoundTitle }, { name: 'robots', content: 'noindex' }]

export function loader() {
  return json(null, { status: 404 })
}

export { loader as action }

export default function NotFoundPage() {
  return <NotFound />
}
