import type { ActionFunctionArgs } from '@remix-run/node'

import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { signOut } from '~/http/session.server'

/** A GET does not log out: that requires a POST. */
export function loader() {
  return seeOther('/dashboard')
}

export async function action({ request }: ActionFunctionArgs) {
  const loggedOut = { tone: 'success', message: 'You are logged out.' } as const
  return seeOtherWithFlash('/login', loggedOut, await signOut(request))
}
