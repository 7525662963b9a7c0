/** What can happen to the second factor of an account; the owner is told of each by mail. */
export type SecondFactorChange =
  | 'app set up'
  | 'app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'codes renewed'
  | 'recovery code used'
  | 'turned off'
  | 'removed by an administrator'
