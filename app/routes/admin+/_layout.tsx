import type { MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { AdminNav, AdminPage } from '~/ui/admin-frame'

export const meta: MetaFunction = ({ error, matches }) => [
  { title: pageTitle(error === undefined ? 'Back office' : problemOf(error).title, matches) },
]

/** Draws the back office's frame. It protects nothing: each loader and action guards itself. */
export default function AdminLayout() {
  return (
    <>
      <AdminNav />
      <Outlet />
    </>
  )
}

/** What went wrong on one page leaves the way to the others open. */
export function ErrorBoundary() {
  const { title, message } = problemOf(useRouteError())
  return (
    <>
      <AdminNav />
      <AdminPage title={title}>
        <p>{message}</p>
      </AdminPage>
    </>
  )
}

function problemOf(error: unknown) {
  if (!isRouteErrorResponse(error)) {
    return { title: 'Something went wrong on our side', message: 'Please wait a moment and try again.' }
  }
  return {
    title: error.status === 404 ? 'Not found' : 'This did not work',
    message:
      typeof error.data === 'string' && error.data !== '' ? error.data : 'Please go back and try again.',
  }
}
