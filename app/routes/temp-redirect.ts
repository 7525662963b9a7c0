import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { refererPath } from '~/http/redirects.server'

/** Redirects to the referring page of this site, or home; never to another site. */
export function loader({ request }: LoaderFunctionArgs) {
  const path = refererPath(request) ?? '/'
  const isOwn = path.split('?')[0] === '/temp-redirect'
  return redirect(isOwn ? '/' : path, { headers: { 'Cache-Control': 'no-store' } })
}
