import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { env } from '~/env.server'
import { ownPath } from '~/http/redirects.server'
import { requestContext } from '~/request-context.server'

/** Redirects to the referring page of this site, or home; never to another site. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(refererPath(request), { headers: { 'Cache-Control': 'no-store' } })
}

function refererPath(request: Request) {
  const referrer = request.headers.get('Referer')
  if (referrer === null || !URL.canParse(referrer)) return '/'
  const { origin, host, pathname, search } = new URL(referrer)
  const own = origin === env.APP_URL || host === (requestContext().host ?? request.headers.get('Host'))
  if (!own || pathname === '/temp-redirect') return '/'
  return ownPath(pathname + search, '/')
}
