import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { requireAdmin } from '~/http/session.server'

/** The back office has no page of its own: it begins with what has come in. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect('/admin/submissions')
}

export default function BackOffice() {
  return null
}
