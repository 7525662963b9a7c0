import type { MetaFunction } from '@remix-run/node'

import { faqGroups } from '~/content/faq'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, faqPage } from '~/content/structured-data'
import { cachedPage } from '~/server/page-cache.server'
import { PageHeading } from '~/ui/page-heading'

import { Accordion } from './parts/accordion'
import { WaitlistCall } from './parts/waitlist-call'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/faq',
    title: 'Questions and answers',
    keywords:
      'questions, answers, income protection, beta, coverage, applying, claims, billing, account, email',
    description:
      'What is covered, how to apply, how a claim would work, what it costs and what the beta means for you.',
    schema: [
      faqPage(faqGroups.flatMap(({ questions }) => questions)),
      breadcrumbList(siteOf(matches), [{ name: 'Questions and answers', path: '/faq' }]),
    ],
  })

export const headers = cachedPage(3600)
export const handle = {
  static: true,
  beta: 'Cover is not available or active yet. What is said of it describes the plan.',
}

export default function Faq() {
  return (
    <>
      <div className="container">
        <PageHeading
          title="Questions and answers"
          lede="Short answers in plain words. If yours is missing, write to us: we answer."
        />
        <nav aria-label="Groups of questions">
          <ul className="link-row link-row-list">
            {faqGroups.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
        {faqGroups.map(({ id, heading, questions }) => (
          <section key={id} id={id} className="faq-group" aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`}>{heading}</h2>
            <Accordion items={questions} headingLevel={3} />
          </section>
        ))}
      </div>
      <WaitlistCall />
    </>
  )
}
