import { redirect } from '@remix-run/node'

/** The URL where password managers look for the change-password page. */
export function loader() {
  return redirect('/change-password')
}
