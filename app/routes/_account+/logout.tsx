import type { ActionFunctionArgs } from '@remix-run/node'

import { seeOther } from '~/http/redirects.server'
import { signOut } from '~/http/session.server'

/** A link to this page signs nobody out: that takes a post. */
export function loader() {
  return seeOther('/dashboard')
}

export async function action({ request }: ActionFunctionArgs) {
  return seeOther('/login', { 'Set-Cookie': await signOut(request) })
}
