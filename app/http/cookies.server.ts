import { createHash, randomBytes } from 'node:crypto'

import { createCookie } from '@remix-run/node'

import { env } from '~/env.server'

const secure = env.APP_URL.startsWith('https:')

/** Creates a signed cookie, hidden from scripts and from requests of other sites. */
export function siteCookie(name: string, { maxAge }: { maxAge?: number } = {}) {
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    secrets: env.SESSION_SECRET,
    ...(maxAge === undefined ? {} : { maxAge }),
  })
}

/**
 * Whether a request has a cookie that a response may depend on, so that the response is not shared. Cookies named `holdfast_...` are
 * personal; others have different names, since no response depends on them.
 */
export function hasPersonalCookie(header: string | undefined) {
  return header?.includes('holdfast_') === true
}

/** The campaign whose link brought a visitor here; the waitlist stores it. */
export type Campaign = { utm_source?: string; utm_medium?: string; utm_campaign?: string }

const names = ['utm_source', 'utm_medium', 'utm_campaign'] as const
const thirtyDays = 30 * 24 * 60 * 60
const campaignCookie = siteCookie('campaign', { maxAge: thirtyDays })

/** Returns the header that stores the campaign of a landing URL; null if the URL names none. */
export async function campaignHeader(request: Request) {
  const search = new URL(request.url).searchParams
  const campaign: Campaign = {}
  for (const name of names) {
    const value = search.get(name)?.trim()
    if (value && value.length <= 200) campaign[name] = value
  }
  return Object.keys(campaign).length > 0 ? campaignCookie.serialize(campaign) : null
}

/** Returns the visitor's stored campaign, or an empty one. */
export async function campaignOf(request: Request): Promise<Campaign> {
  const header = request.headers.get('Cookie')
  if (!header?.includes(campaignCookie.name)) return {}
  return ((await campaignCookie.parse(header)) as Campaign | null) ?? {}
}

const deckAccess = siteCookie('holdfast_deck')

/** Returns the token of a browser in which an access code was entered, or null. hasDeckAccess checks whether it is valid. */
export async function deckToken(request: Request): Promise<string | null> {
  const token: unknown = await deckAccess.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

/** Returns the header that stores a token in the browser for a number of seconds. */
export async function deckCookie({ token, maxAge }: { token: string; maxAge: number }): Promise<string> {
  return deckAccess.serialize(token, { maxAge })
}

/** Returns the header that removes the token from the browser. */
export async function clearDeckCookie(): Promise<string> {
  return deckAccess.serialize('', { maxAge: 0 })
}

/*
 * Marks a browser that has logged in to an account, to count its failures separately: strangers could
 * otherwise lock the owner out. After OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
 */

// Not a personal cookie (see hasPersonalCookie).
const device = siteCookie('known_device', { maxAge: 365 * 24 * 60 * 60 })

/** The maximum number of accounts that a shared browser is known to, by latest login. */
const maxAccounts = 5

/** Returns the id of a browser that is known to the account of an email; null for an unknown browser. */
export async function deviceToken(request: Request, email: string): Promise<string | null> {
  const { token, accounts } = await knownDevice(request)
  const account = bind(token, email)
  return accounts.includes(account) ? account : null
}

/** Returns the header that makes a browser known to the account of an email, besides those that know it already. */
export async function deviceCookie(request: Request, email: string) {
  const { token, accounts } = await knownDevice(request)
  const account = bind(token, email)
  const others = accounts.filter((other) => other !== account)
  return device.serialize([token, account, ...others].slice(0, 1 + maxAccounts).join('.'))
}

async function knownDevice(request: Request) {
  const value: unknown = await device.parse(request.headers.get('Cookie'))
  const [token, ...accounts] = typeof value === 'string' ? value.split('.') : []
  return { token: token || randomBytes(16).toString('base64url'), accounts }
}

function bind(token: string, email: string) {
  return createHash('sha256').update(`${token} ${email.toLowerCase()}`).digest('base64url')
}
