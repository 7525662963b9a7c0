import { randomUUID } from 'node:crypto'
import { json, type ActionFunctionArgs, type LinksFunction, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect } from 'react'

import { officeHours } from '~/content/brand'
import { facts } from '~/content/facts'
import { contactQuestions } from '~/content/faq'
import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList, faqPage } from '~/content/structured-data'
import { db } from '~/db.server'
import { contactConsentSchema, contactSchema } from '~/domain/contacts/contacts.schema'
import { sendContact } from '~/domain/contacts/contacts.server'
import { parseFields } from '~/domain/parse-fields'
import { cachedPage } from '~/http/cache-directive.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { clientIp } from '~/request-context.server'
import { BulletList } from '~/ui/bullet-list'
import { DescriptionList } from '~/ui/description-list'
import { honeypotName } from '~/ui/honeypot'
import { keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'
import { PostalAddress } from '~/ui/postal-address'
import { SocialLinks } from '~/ui/social-links'
import { useBrand } from '~/ui/use-brand'
import { useSubmittedForm } from '~/ui/use-submitted-form'

import { Accordion } from '../parts/accordion'
import { SplitSection } from '../parts/split-section'
import { WaitlistForm } from '../parts/waitlist-form'
import { joinFromPage } from '../parts/waitlist-form.server'
import { ContactForm } from './contact-form'
import styles from './contact.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export { shouldRevalidate } from '~/ui/keep-page'

const failure = {
  contact: 'There was a problem submitting your form: Please try again later.',
  waitlist: 'There was a problem submitting your waitlist form: Please try again later.',
}

const lede =
  `Ask us anything. We answer within ${facts.replyBusinessDays.normal} business day, and within ` +
  `${facts.replyBusinessDays.complex} when it takes more than one of us.`

export const handle = {
  beta: 'Cover is not available or active yet. We are glad to answer questions about the beta.',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/contact',
    title: 'Contact us and join the waitlist',
    keywords: 'contact, phone, email, office hours, message, waitlist, help',
    description: `${lede} Phone, email, address and hours.`,
    schema: [
      faqPage(contactQuestions),
      breadcrumbList(siteOf(matches), [{ name: 'Contact', path: '/contact' }]),
    ],
  })

export const headers = cachedPage(3600)

export function loader() {
  return json({ keys: { contact: randomUUID(), waitlist: randomUUID() } })
}

const successUrls = {
  contact: '/contact?sent=contact#contact-form',
  waitlist: '/contact?sent=waitlist#waitlist-form',
}

export async function action({ request }: ActionFunctionArgs) {
  const fields = await formFields(request)
  if (fields.intent === 'waitlist')
    return joinFromPage(
      request,
      {
        interestRequired: true,
        success: successUrls.waitlist,
        failure: failure.waitlist,
        source: 'website',
      },
      fields,
    )

  if (fields[honeypotName]) return seeOther(successUrls.contact)
  const message = parseFields(contactSchema, fields)
  const consent = parseFields(contactConsentSchema, fields)
  if (!message.ok || !consent.ok)
    return rejectForm(
      fields,
      [message, consent].flatMap((parsed) => (parsed.ok ? [] : parsed.errors)),
    )
  return keepFormOnFailure(fields, failure.contact, async () => {
    await sendContact(db, message.value, {
      ip: clientIp(),
      key: idempotencyKeyFromForm('/contact', fields, message.value),
    })
    return seeOther(successUrls.contact)
  })
}

export const clientAction = keepPageOnFailure((intent) =>
  intent === 'waitlist' ? failure.waitlist : failure.contact,
)

export default function Contact() {
  const { keys } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const sent = useSubmittedForm()
  const brand = useBrand()
  const isWaitlist = formResult?.values.intent === 'waitlist'
  useWaitlistAnchor()
  return (
    <div className="container">
      <PageHeading title="Contact us" lede={lede} />
      <div className="contact">
        <aside className="contact-details">
          <h2>Reach us directly</h2>
          <DescriptionList
            items={[
              {
                term: 'Phone',
                description: <a href={`tel:${brand.phone.replace(/[^\d+]/g, '')}`}>{brand.phone}</a>,
              },
              { term: 'Email', description: <a href={`mailto:${brand.email}`}>{brand.email}</a> },
              { term: 'Head office', description: <PostalAddress address={brand.address} /> },
              { term: 'Hours', description: officeHours },
              {
                term: 'Follow along',
                description: (
                  <ul className="link-row link-row-list">
                    <SocialLinks />
                  </ul>
                ),
              },
            ]}
          />
        </aside>
        <section className="contact-message">
          <h2>Send us a message</h2>
          <ContactForm
            sent={sent === 'contact'}
            idempotencyKey={keys.contact}
            formResult={isWaitlist ? null : formResult}
          />
        </section>
      </div>
      <SplitSection
        title="Questions about contacting us"
        lede={
          <>
            No question at all? <Link to="/contact#waitlist-form">Join the waitlist</Link>, and we write to
            you first when cover becomes available.
          </>
        }
      >
        <Accordion items={contactQuestions} headingLevel={3} />
      </SplitSection>
      <SplitSection
        id="waitlist-form"
        title="Join the waitlist"
        lede="Be among the first to hear when cover becomes available."
        beside={
          <BulletList
            items={[
              'You get news of the launch before it is public.',
              'We write only when there is something to tell.',
              'To leave, answer any of our emails: we take you off the list.',
            ]}
          />
        }
      >
        <WaitlistForm
          action="/contact#waitlist-form"
          sent={sent === 'waitlist'}
          idempotencyKey={keys.waitlist}
          interestRequired
          formResult={isWaitlist ? formResult : null}
        />
      </SplitSection>
    </div>
  )
}

const focusDelay = 500

/** Scrolls to the waitlist form and focuses its first field, after a delay, when the URL has its hash. */
function useWaitlistAnchor() {
  const { hash, search } = useLocation()
  useEffect(() => {
    if (hash !== '#waitlist-form' || search !== '') return
    const timer = setTimeout(() => {
      const form = document.getElementById('waitlist-form')
      const { activeElement } = document
      if (activeElement !== form && form?.contains(activeElement)) return // already in use
      form?.scrollIntoView()
      const field = document.getElementById('waitlist-name')
      // The heading stays at the top, unless that hides the field.
      field?.focus({ preventScroll: field.getBoundingClientRect().bottom < innerHeight })
    }, focusDelay)
    return () => clearTimeout(timer)
  }, [hash, search])
}
