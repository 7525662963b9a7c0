import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { hiringSteps, openings } from '~/content/company'
import { facts } from '~/content/facts'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, jobPosting } from '~/content/structured-data'
import { db } from '~/db.server'
import { resumeLimit } from '~/domain/careers/careers.options'
import { applyForJob, checkApplication } from '~/domain/careers/careers.server'
import { longDate } from '~/domain/dates'
import { oneFileUpTo } from '~/http/body.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, idempotencyKeyFromForm, rejectForm, rejectFormTemporarily } from '~/http/forms.server'
import { clientIp } from '~/request-context.server'
import { cachedPage } from '~/server/page-cache.server'
import { BulletList } from '~/ui/bullet-list'
import { Card } from '~/ui/card'
import { honeypotName } from '~/ui/honeypot'
import { keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { useSubmittedForm } from '~/ui/use-submitted-form'

import { Section } from '../parts/section'
import { Steps } from '../parts/steps'
import { ApplicationForm } from './application-form'

export { shouldRevalidate } from '~/ui/keep-page'

const failure = 'An error occurred while submitting your application. Please try again.'
const lede = 'Three openings, and a reading of every other application too.'

export const handle = { beta: 'We are a small company in beta. Cover is not available or active yet.' }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/careers',
    title: 'Careers',
    keywords: 'careers, jobs, openings, marketing intern, front-end developer, community lead, apply',
    description: `${lede} Growth and marketing, front-end development, beta community.`,
    schema: [
      ...openings.map((opening) => jobPosting(siteOf(matches), opening)),
      breadcrumbList(siteOf(matches), [{ name: 'Careers', path: '/careers' }]),
    ],
  })

export const headers = cachedPage(3600)

export function loader() {
  return json({ idempotencyKey: randomUUID() })
}

const successUrl = '/careers?sent=application#application-form'

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request, { files: oneFileUpTo(resumeLimit.bytes) })
  if (fields[honeypotName]) return seeOther(successUrl)
  const checked = await checkApplication(fields)
  if (!checked.ok) return rejectForm(fields, checked.errors)
  const { application, resume } = checked
  try {
    await applyForJob(db, application, resume, {
      ip: clientIp(),
      key: idempotencyKeyFromForm('/careers', fields, { ...application, resume: resume.sha256 }),
    })
  } catch (error) {
    return rejectFormTemporarily(fields, error, failure)
  }
  return seeOtherWithFlash(successUrl, {
    tone: 'success',
    title: 'Application Submitted',
    message: "Thank you for your interest! We'll review your application soon.",
  })
}

export const clientAction = keepPageOnFailure(failure, { files: { resume: resumeLimit } })

export default function Careers() {
  return (
    <>
      <div className="container">
        <PageHeading title="Careers" lede={lede} />
      </div>

      <Section title="Openings">
        <p className="hint">
          Posted {longDate(facts.jobsPosted.from)}, valid until {longDate(facts.jobsPosted.until)}.
        </p>
        <div className="card-grid">
          {openings.map(({ slug, title, type, hours, summary, tasks, requirements }) => (
            <Card key={slug} id={slug} title={title} headingLevel={3}>
              <p className="hint">
                {type}. {hours}.
              </p>
              <p>{summary}</p>
              <details>
                <summary>What you would do, and bring</summary>
                <BulletList items={[...tasks, ...requirements]} />
              </details>
            </Card>
          ))}
        </div>
      </Section>

      <Section tone="sunken" title="What happens with your application">
        <Steps steps={hiringSteps} drawn={false} />
      </Section>

      <Section title="Apply">
        <ApplicationForm
          sent={useSubmittedForm() === 'application'}
          idempotencyKey={useLoaderData<typeof loader>().idempotencyKey}
          formResult={useActionData<typeof action>()}
        />
      </Section>
    </>
  )
}
