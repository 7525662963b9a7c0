/* What the planned cover pays for and what not, for the tiers, the questions and answers, and the terms. */

/** Losses of work through no fault of the insured. */
export const coveredLosses: readonly string[] = [
  'a layoff',
  'a position that is cut',
  'an employer that closes',
  'a client that ends your contract early for business reasons',
]

export const exclusions: readonly string[] = [
  'resigning, retiring or leaving work by choice',
  'dismissal for cause, which means for misconduct or for breaking the rules of your job',
  'a layoff that you knew about, or that had been announced, before your cover started',
  'work that ends during your vesting period',
  'the planned end of seasonal work or of a fixed contract',
  'time off, reduced hours or a slow month while your work continues',
  'a claim based on false information',
]
