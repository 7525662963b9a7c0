import { type MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'

import { AdminNav } from '~/ui/admin-frame'

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Draws the back office's frame. It protects nothing: each loader and action guards itself. */
export default function AdminLayout() {
  return (
    <>
      <AdminNav />
      <Outlet />
    </>
  )
}
