import { randomUUID } from 'node:crypto'
import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { pageMeta, siteOf } from '~/content/metadata'
import { breadcrumbList } from '~/content/structured-data'
import { deckFailure } from '~/domain/pitch-deck/pitch-deck.options'
import { cachedPage } from '~/http/cache-directive.server'
import { site } from '~/http/site.server'
import { emailMayBeSent, keepPageOnFailure } from '~/ui/keep-page'
import { PageHeading } from '~/ui/page-heading'

import { Steps } from '../parts/steps'
import { accessSteps, pitchDeck } from './content.server'
import { DeckGate, RequestSubmitted, type DeckStep, type GateResult } from './deck-gate'
import styles from './deck.css?url'
import { handleGateForm, keepConfirmation, mayOpenDeck, shownWith } from './gate.server'
import { PitchDeck } from './pitch-deck'

export { shouldRevalidate } from '~/ui/keep-page'

const title = 'Investor information: the pitch deck'
const lede = 'Our market, model, projections and funding in detail, for those whom we have given access.'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const handle = {
  beta: 'Cover is not available or active yet. All figures in the deck are illustrative.',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/pitch-deck',
    title,
    keywords: 'pitch deck, investors, access request, access code, funding, financial projections',
    description: `${lede} Ask for access, or enter your access code.`,
    noIndex: true, // a gate: nothing to index before it opens
    schema: [
      breadcrumbList(siteOf(matches), [
        { name: 'Investor information', path: '/investor' },
        { name: 'Pitch deck', path: '/pitch-deck' },
      ]),
    ],
  })

// Seconds, because visitors share the idempotency key: the same form sent later is another request.
export const headers = cachedPage(10)

export async function loader({ request }: LoaderFunctionArgs) {
  if (await mayOpenDeck(request))
    return json({ deck: pitchDeck(site.brand), gate: null }, { headers: { 'Cache-Control': 'no-store' } })
  const search = new URL(request.url).searchParams
  const requestedStep = search.get('step')
  const step: DeckStep = requestedStep === 'request' || requestedStep === 'code' ? requestedStep : 'check'
  const sent = search.get('sent') === 'request'
  const shown = await shownWith(request, step)
  const gate = { step, sent, idempotencyKey: randomUUID(), accessSteps, ...shown }
  const headers = new Headers()
  if (sent) for (const cookie of await keepConfirmation(request)) headers.append('Set-Cookie', cookie)
  return json({ deck: null, gate }, { headers })
}

export async function action({ request }: ActionFunctionArgs) {
  return handleGateForm(request)
}

export const clientAction = keepPageOnFailure(deckFailure, {
  adviceOf: ({ intent }) => (intent === 'new-code' ? emailMayBeSent : undefined),
})

/** The step that a result belongs to; a new code is requested in the step that takes it, and a closed deck shows the first. */
function stepOf(result: GateResult | undefined) {
  const intent = result?.values.intent
  if (intent === 'close') return 'check'
  return intent === 'new-code' ? 'code' : (intent as DeckStep | undefined)
}

export default function PitchDeckPage() {
  const { deck, gate } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  useFocusOnOpening(deck !== null)
  if (deck) return <PitchDeck deck={deck} closing={result} />
  return (
    <div className="container">
      <PageHeading title={title} lede={lede} />
      <div className="split deck-gate">
        {gate.sent && !result ? (
          <RequestSubmitted />
        ) : (
          <DeckGate {...gate} step={stepOf(result) ?? gate.step} result={result} />
        )}
        <section>
          <h2>How access works</h2>
          <Steps steps={gate.accessSteps} drawn={false} />
          <p>
            <Link to="/investor">Read what is open to all</Link>
          </p>
        </section>
      </div>
    </div>
  )
}

/** Focuses the deck when it replaces the gate, which removes the focused button. */
function useFocusOnOpening(isOpen: boolean) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) document.getElementById('main')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
}
