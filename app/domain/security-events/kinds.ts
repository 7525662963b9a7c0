/** The kinds of security events, and how the back office displays them. */
export const securityEventKinds = {
  'sign-in': { label: 'Logged in', tone: 'neutral' },
  'sign-in failed': { label: 'Wrong email or password', tone: 'yellow' },
  'sign-in limited': { label: 'Sign-in limited', tone: 'red' },
  'second step failed': { label: 'Wrong second step', tone: 'yellow' },
  'second factor changed': { label: 'Two-step login changed', tone: 'blue' },
  'sign-out': { label: 'Logged out', tone: 'neutral' },
  'session ended': { label: 'Session ended', tone: 'blue' },
  'sign-up': { label: 'Signed up', tone: 'green' },
  'password changed': { label: 'Password changed', tone: 'blue' },
  'password check failed': { label: 'Wrong current password', tone: 'yellow' },
  'reset requested': { label: 'Password reset requested', tone: 'blue' },
  'password reset': { label: 'Password reset', tone: 'blue' },
  'email change requested': { label: 'Email change requested', tone: 'blue' },
  'email changed': { label: 'Email changed', tone: 'blue' },
  'email change cancelled': { label: 'Email change cancelled', tone: 'blue' },
  'email verified': { label: 'Email verified', tone: 'green' },
  'verification failed': { label: 'Wrong verification code', tone: 'yellow' },
  'account deleted': { label: 'Account deleted', tone: 'neutral' },
  'access denied': { label: 'Access denied', tone: 'red' },
  'cross-site request': { label: 'Cross-site request refused', tone: 'red' },
  'limit reached': { label: 'Limit reached', tone: 'red' },
  'deck code accepted': { label: 'Deck code accepted', tone: 'green' },
  'deck code failed': { label: 'Wrong deck code', tone: 'yellow' },
  'admin created': { label: 'Administrator created', tone: 'blue' },
} as const

export type SecurityEventKind = keyof typeof securityEventKinds

export const securityEventKindNames = Object.keys(securityEventKinds) as SecurityEventKind[]

/** The details of an event besides its columns; nothing else is stored. */
export type SecurityEventDetails = {
  /** The actor or cause: 'owner', 'administrator', 'password change', 'link', 'first start', 'command'. */
  by?: string
  /** The result, where it can differ: 'created', 'address in use'. */
  outcome?: string
  /** The name of a limit. */
  limit?: string
  method?: string
  /** Without its query string and any token. */
  path?: string
  /** The number of sessions ended. */
  sessions?: number
}
