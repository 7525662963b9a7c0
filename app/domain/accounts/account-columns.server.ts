/** What an account shows of itself, wherever it is read; the password's hash is never among it. */
export const accountColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.email_verified',
  'users.admin',
  'users.full_address',
  'users.region_state',
  'users.occupation',
  'users.created_at',
  'users.last_login',
] as const
