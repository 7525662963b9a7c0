/** The changes of the second factor of an account; each is mailed to the owner. */
export type SecondFactorChange =
  | 'app set up'
  | 'app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'codes renewed'
  | 'recovery code used'
  | 'turned off'
  | 'removed by an administrator'
