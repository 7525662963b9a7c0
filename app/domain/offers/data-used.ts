import type { ApplicantView } from './offer-summary'

/** Returns which data an answer rests on, each kind as a sentence; empty for results of the first engine. */
export function dataUsed({ used }: Pick<ApplicantView, 'used'>): string[] {
  if (used === null) return []
  return [
    'The answers of your application about your work, your pay, your family and your record. Your name, gender, address and marital status were not used.',
    ...(used.employer ? ['What we know about layoffs at your employer.'] : []),
    ...(used.industry ? ['Layoffs in your industry, from the US Bureau of Labor Statistics.'] : []),
  ]
}
