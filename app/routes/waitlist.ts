import { redirect } from '@remix-run/node'

/** Redirects a short address to the form of the waitlist. */
export function loader() {
  return redirect('/contact#waitlist-form', 301)
}
