import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { MouseEvent } from 'react'

import { hiringSteps, openings } from '~/content/company'
import { jobPosting } from '~/content/job-posting'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { db } from '~/db.server'
import { resumeLimit } from '~/domain/careers/careers.options'
import { applyForJob, checkApplication } from '~/domain/careers/careers.server'
import { oneFileUpTo } from '~/http/body.server'
import { cachedPage } from '~/http/cache-directive.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { clientIp } from '~/request-context.server'
import { AccordionMark } from '~/ui/accordion-mark'
import { BulletList } from '~/ui/bullet-list'
import { honeypotName } from '~/ui/honeypot'
import { keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { isPlainClick, showPart } from '~/ui/use-in-page-links'
import { useSubmittedForm } from '~/ui/use-submitted-form'

import { Section } from '../parts/section'
import { SplitSection } from '../parts/split-section'
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

/** The parameter `position` is the slug of an opening; any other value is ignored. */
export function loader({ request }: LoaderFunctionArgs) {
  const slug = new URL(request.url).searchParams.get('position')
  const opening = openings.find((opening) => opening.slug === slug)
  return json({ idempotencyKey: randomUUID(), position: opening?.title })
}

const successUrl = '/careers?sent=application#application-form'

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request, { files: oneFileUpTo(resumeLimit.bytes) })
  if (fields[honeypotName]) return seeOther(successUrl)
  const checked = await checkApplication(fields)
  if (!checked.ok) return rejectForm(fields, checked.errors)
  const { application, resume } = checked
  return keepFormOnFailure(fields, failure, async () => {
    await applyForJob(db, application, resume, {
      ip: clientIp(),
      key: idempotencyKeyFromForm('/careers', fields, { ...application, resume: resume.sha256 }),
    })
    return seeOtherWithFlash(successUrl, {
      tone: 'success',
      title: 'Application Submitted',
      message: "Thank you for your interest! We'll review your application soon.",
    })
  })
}

export const clientAction = keepPageOnFailure(failure, { files: { resume: resumeLimit } })

export default function Careers() {
  const { idempotencyKey, position } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="container">
        <PageHeading title="Careers" lede={lede} />
      </div>

      <Section tone="sunken" title="Openings" lede="Each opening stands here until it is filled.">
        <div>
          {openings.map(({ slug, title, type, hours, summary, tasks, requirements }) => (
            <article key={slug} id={slug} className="opening">
              <h3>{title}</h3>
              <p className="hint">
                {type}. {hours}.
              </p>
              <p>{summary}</p>
              <details>
                <summary>
                  What you would do, and bring
                  <AccordionMark />
                </summary>
                <BulletList items={[...tasks, ...requirements]} />
              </details>
              <a
                className="button button-secondary"
                href={`/careers?position=${slug}#application-form`}
                onClickCapture={(event) => choosePosition(event, title)}
              >
                Apply<span className="visually-hidden"> as {title}</span>
              </a>
            </article>
          ))}
        </div>
      </Section>

      <div className="container">
        <SplitSection
          title="Apply"
          lede="A person reads every application."
          beside={
            <>
              <h3>What happens with your application</h3>
              <Steps steps={hiringSteps} drawn={false} headingLevel={4} />
            </>
          }
        >
          <ApplicationForm
            sent={useSubmittedForm() === 'application'}
            idempotencyKey={idempotencyKey}
            position={position}
            formResult={useActionData<typeof action>()}
          />
        </SplitSection>
      </div>
    </>
  )
}

/** Selects the position in the form on this page, without losing its input. */
function choosePosition(event: MouseEvent, position: string) {
  const form = document.getElementById('application-form')
  const select = form?.querySelector<HTMLSelectElement>('select[name="position"]')
  if (!form || !select || !isPlainClick(event)) return
  event.preventDefault()
  select.value = position
  select.dispatchEvent(new Event('input', { bubbles: true }))
  showPart(form)
}
