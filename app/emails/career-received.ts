import type { Brand } from '~/content/brand'
import type { CareerApplication } from '~/domain/careers/careers.schema'

import { greeting, mailOf, notYou } from './layout'

/** Confirms that a job application has arrived with its resume. */
export function careerReceivedMail(
  brand: Brand,
  { name, position }: Pick<CareerApplication, 'name' | 'position'>,
) {
  return mailOf(brand, 'We have received your application', [
    greeting(name),
    `Thank you for your interest in working with us. Your application (${position}) has arrived with your resume.`,
    'A person reads every application. If it looks like a match, we email you to set up a call.',
    notYou,
  ])
}
