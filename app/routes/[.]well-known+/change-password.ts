import { redirect } from '@remix-run/node'

/** Where password managers look for the page that changes a password. */
export function loader() {
  return redirect('/change-password')
}
