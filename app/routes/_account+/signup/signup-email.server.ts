import { siteCookie } from '~/http/cookies.server'

/*
 * The address with which this browser has just signed up, for the page that says so and can send the mail again.
 */
const cookie = siteCookie('holdfast_signup', { maxAge: 30 * 60 })

export async function signupEmailCookie(email: string) {
  return cookie.serialize(email)
}

export async function signupEmail(request: Request): Promise<string | null> {
  const email: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof email === 'string' ? email : null
}
