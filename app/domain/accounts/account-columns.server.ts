/** The columns of an account that may be read anywhere; never the password hash. */
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
