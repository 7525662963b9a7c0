import type { ActionFunctionArgs } from '@remix-run/node'

import { refererPath, seeOther } from '~/http/redirects.server'
import { clearUnsavedForm } from '~/http/unsaved-form.server'

export function loader() {
  return seeOther('/dashboard')
}

/** Forgets the stored input of a form whose session had ended, and shows its page as it is stored. */
export async function action({ request }: ActionFunctionArgs) {
  return seeOther(refererPath(request) ?? '/dashboard', { 'Set-Cookie': await clearUnsavedForm() })
}
