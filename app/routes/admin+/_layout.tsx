import type { LinksFunction, MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import styles from '~/styles/office.css?url'
import { AdminErrorPage, officeHandle } from '~/ui/admin-frame'
import { describeError } from '~/ui/error-page'
import { UnsavedChanges } from '~/ui/unsaved-changes'

export const handle = officeHandle

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(error ? describeError(error).title : 'Back office', matches) },
]

/** Draws the back office's frame. It protects nothing: each loader and action guards itself. */
export default function AdminLayout() {
  return (
    <UnsavedChanges>
      <Outlet />
    </UnsavedChanges>
  )
}

export { AdminErrorPage as ErrorBoundary }
