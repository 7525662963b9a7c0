/** Large providers whose names are long enough that a name one slip away is hardly another provider's. */
const providers = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'protonmail.com',
]

/** Domains with mailboxes of their own, one slip away from one of those. */
const others = new Set([
  'mail.com',
  'email.com',
  'ymail.com',
  'fmail.com',
  'cloud.com',
  'hotmail.co',
  'yahoo.co',
])

/** Returns an email with the provider that its domain was probably meant to be (`ana@gmial.com`: `ana@gmail.com`), or null. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || others.has(domain) || providers.includes(domain)) return null
  const provider = providers.find((name) => isOneSlipAway(domain, name))
  return provider === undefined ? null : email.slice(0, at + 1) + provider
}

/** Whether two texts differ by one letter added, left out or replaced, or by two neighbors that are swapped. */
function isOneSlipAway(left: string, right: string) {
  if (Math.abs(left.length - right.length) > 1) return false
  let start = 0
  while (start < left.length && left[start] === right[start]) start += 1
  const [a, b] = [left.slice(start), right.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}
