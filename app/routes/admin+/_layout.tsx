import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { countWork } from '~/domain/work/work.server'
import { currentSession } from '~/http/session.server'
import { AdminErrorPage, officeHandle, officeLinks } from '~/ui/admin-frame'
import { describeError } from '~/ui/error-page'
import { useFocusNearby } from '~/ui/use-focus-nearby'
import { UnsavedChanges } from '~/ui/unsaved-changes'

export const handle = officeHandle

export const links = officeLinks

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(error ? describeError(error).title : 'Back office', matches) },
]

/** Loads the count in the bar. Guards nothing: each page redirects anyone but admins, and records the attempt. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await currentSession(request)
  if (!session?.user.admin) throw json(null, { status: 403 })
  return json({ openWork: await countWork(db) })
}

export { shouldRevalidate } from '~/ui/keep-page'

/**
 * The back office's frame. It protects no page: each loader and action guards itself. The key resets the forms for each record:
 * input about one must not be saved with another.
 */
export default function AdminLayout() {
  const { pathname } = useLocation()
  useFocusNearby()
  return (
    <UnsavedChanges>
      <Outlet key={pathname} />
    </UnsavedChanges>
  )
}

export { AdminErrorPage as ErrorBoundary }
