import type { LoaderFunctionArgs } from '@remix-run/node'

import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'

/** An unknown page of the back office, within its frame. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  throw notFoundPage('There is no such page in the back office.')
}

export default function Unknown() {
  return null
}
