import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { requireAdmin } from '~/http/session.server'

/** Redirects to the work list. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect('/admin/work')
}

export default function BackOffice() {
  return null
}
