import { siteCookie } from '~/http/cookies.server'

/* The email that this browser has just signed up with, for the page that shows it and can send the mail again. */
const cookie = siteCookie('holdfast_signup', { maxAge: 30 * 60 })

export async function signupEmailCookie(email: string) {
  return cookie.serialize(email)
}

export async function signupEmail(request: Request): Promise<string | null> {
  const email: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof email === 'string' ? email : null
}
