import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { pathId } from '~/http/api.server'
import { requireAdmin } from '~/http/session.server'

/** An older address of the quote's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return redirect(`/admin/underwriting/quote/${pathId(params.id)}`)
}
