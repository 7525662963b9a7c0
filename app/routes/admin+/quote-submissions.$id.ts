import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { requireAdmin } from '~/http/session.server'

/** An older address of the quote's page, which says itself where there is no such quote. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect(`/admin/underwriting/quote/${encodeURIComponent(params.id ?? '')}`)
}
