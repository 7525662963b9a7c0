import { siteCookie } from './cookies.server'

/** Stores the campaign whose link brought a visitor here, for the waitlist. */
export type Campaign = { utm_source?: string; utm_medium?: string; utm_campaign?: string }

const names = ['utm_source', 'utm_medium', 'utm_campaign'] as const
const thirtyDays = 30 * 24 * 60 * 60
const cookie = siteCookie('campaign', { maxAge: thirtyDays })

/** Returns the header that stores the campaign of a landing URL; null if the URL names none. */
export async function noteCampaign(request: Request) {
  const search = new URL(request.url).searchParams
  const campaign: Campaign = {}
  for (const name of names) {
    const value = search.get(name)?.trim()
    if (value && value.length <= 200) campaign[name] = value
  }
  return Object.keys(campaign).length > 0 ? cookie.serialize(campaign) : null
}

/** Returns the visitor's stored campaign, or ''. */
export async function campaignOf(request: Request): Promise<Campaign> {
  const header = request.headers.get('Cookie')
  if (!header?.includes(cookie.name)) return {}
  return ((await cookie.parse(header)) as Campaign | null) ?? {}
}
