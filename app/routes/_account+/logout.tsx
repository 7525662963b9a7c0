import type { ActionFunctionArgs } from '@remix-run/node'

import { seeOther } from '~/http/redirects.server'
import { signOut } from '~/http/session.server'

/** A GET does not sign out: that requires a POST. */
export function loader() {
  return seeOther('/dashboard')
}

export async function action({ request }: ActionFunctionArgs) {
  return seeOther('/login', await signOut(request))
}
