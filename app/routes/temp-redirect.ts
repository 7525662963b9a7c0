import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { env } from '~/env.server'
import { ownPath } from '~/http/redirects.server'
import { requestContext } from '~/request-context.server'

/** Back to the page of this site that the browser came from, else home; never elsewhere. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(cameFrom(request), { headers: { 'Cache-Control': 'no-store' } })
}

function cameFrom(request: Request) {
  const referrer = request.headers.get('Referer')
  if (referrer === null || !URL.canParse(referrer)) return '/'
  const { origin, host, pathname, search } = new URL(referrer)
  const own = origin === env.APP_URL || host === (requestContext().host ?? request.headers.get('Host'))
  if (!own || pathname === '/temp-redirect') return '/'
  return ownPath(pathname + search, '/')
}
