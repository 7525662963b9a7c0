import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { requireAdmin } from '~/http/session.server'

/** Redirects an old URL to the page of the quote, which responds with 404 if there is no such quote. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect(`/admin/underwriting/quote/${encodeURIComponent(params.id ?? '')}`)
}
