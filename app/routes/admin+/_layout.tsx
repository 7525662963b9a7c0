import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { countWork } from '~/domain/work/work.server'
import { currentSession } from '~/http/session.server'
import styles from '~/styles/office.css?url'
import { AdminErrorPage, officeHandle } from '~/ui/admin-frame'
import { describeError } from '~/ui/error-page'
import { UnsavedChanges } from '~/ui/unsaved-changes'

export const handle = officeHandle

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(error ? describeError(error).title : 'Back office', matches) },
]

/** What the bar counts, for admins; nothing while the database does not answer. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await currentSession(request).catch(() => null)
  const open = session?.user.admin ? await countWork(db).catch(() => null) : null
  return json({ open })
}

export { shouldRevalidate } from '~/ui/keep-page'

/** Draws the back office's frame. It protects nothing: each loader and action guards itself. */
export default function AdminLayout() {
  return (
    <UnsavedChanges>
      <Outlet />
    </UnsavedChanges>
  )
}

export { AdminErrorPage as ErrorBoundary }
