import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { requireAdmin } from '~/http/session.server'

/** Redirects to the submissions, since the back office has no start page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect('/admin/submissions')
}

export default function BackOffice() {
  return null
}
