import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

import type { Estimate } from '~/domain/estimates/estimates'
import type { Stage } from '~/domain/quotes/progress'
import { BulletList } from '~/ui/bullet-list'
import { Button, ButtonLink } from '~/ui/button'
import { useOwner } from '~/ui/form'
import { PageHeading } from '~/ui/page-heading'
import { Progress } from '~/ui/progress'

import { CoverTimeline, ExampleCoverTimeline } from '~/ui/cover-timeline'
import { Price } from '../parts/estimate-result'
import { SplitSection } from '../parts/split-section'

const redirectDelay = 15_000

/** Events that show that the visitor is still reading. */
const signsOfReading = ['wheel', 'touchmove', 'keydown'] as const

type Props = {
  /** The next steps, in order. */
  expectations: readonly { stage: string; title: string; text: string }[]
  /** The submitted application with its progress, the requested tier and the estimate, if known. */
  sent: {
    id: number
    email: string
    stages: Stage[]
    tier: { name: string; vestingMonths: number } | null
    estimate: Estimate | null
  } | null
}

/**
 * Confirms an application and lists the next steps. With JavaScript an empty form replaces it after a while, unless the visitor
 * stays or has begun to read.
 */
export function QuoteThanks({ expectations, sent }: Props) {
  const navigate = useNavigate()
  const top = useRef<HTMLDivElement>(null)
  const [staying, setStaying] = useState(false)

  useEffect(() => {
    top.current?.focus()
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    if (staying) return
    // Without a connection this page stays: an error page would take its place.
    const timer = setTimeout(
      () => void (navigator.onLine && navigate('/get-a-quote', { replace: true })),
      redirectDelay,
    )
    const stay = () => setStaying(true)
    for (const event of signsOfReading) addEventListener(event, stay)
    return () => {
      clearTimeout(timer)
      for (const event of signsOfReading) removeEventListener(event, stay)
    }
  }, [staying, navigate])

  return (
    <div className="container">
      <div tabIndex={-1} ref={top} className="form-anchor">
        <PageHeading
          title="Thank you. Your application is in."
          lede={sent ? undefined : 'Nothing more to do for now. Here is what to expect.'}
        />
      </div>
      {sent ? <Sent {...sent} /> : null}
      <h2>What happens next</h2>
      {sent ? (
        <Progress
          stages={sent.stages}
          notes={Object.fromEntries(expectations.map(({ stage, text }) => [stage, text]))}
        />
      ) : (
        <BulletList items={expectations.map(({ title, text }) => `${title}: ${text}`)} />
      )}
      <SplitSection title="While you wait">
        <ul>
          <li>
            <Link to="/how-it-works">How the cover would work</Link>, from its start to a payment.
          </li>
          <li>
            <Link to="/faq#not-covered">What would not be covered</Link>.
          </li>
          <li>
            <Link to="/contact">Write to us</Link> if an answer was wrong: a person corrects it.
          </li>
        </ul>
      </SplitSection>
      <h2>What your quote will be about</h2>
      {sent?.tier ? (
        <>
          <p>
            With {sent.tier.name}, the tier that you ask for. A quote can name a smaller one, as where a tier
            asks for more time with the employer:
          </p>
          <CoverTimeline vestingMonths={sent.tier.vestingMonths} />
        </>
      ) : (
        <ExampleCoverTimeline />
      )}
      <p>
        <Link to="/get-a-quote" reloadDocument>
          Start another application
        </Link>
      </p>
      <p className="stay only-with-script" role="status">
        {staying
          ? 'This page stays open.'
          : `An empty form replaces this page after ${redirectDelay / 1000} seconds.`}{' '}
        {staying ? null : (
          <Button
            type="button"
            variant="quiet"
            onClick={() => {
              top.current?.focus() // the button goes
              setStaying(true)
            }}
          >
            Stay on this page
          </Button>
        )}
      </p>
    </div>
  )
}

/** The number of the application, the next thing to do, and the estimate that its answers give. */
function Sent({ id, email, estimate }: NonNullable<Props['sent']>) {
  const hasAccount = useOwner() !== null
  return (
    <div className="split">
      <section className="card reference">
        <h2>Your reference</h2>
        <p className="reference-number">Q-{id}</p>
        <p>
          We have emailed it to <strong>{email}</strong>, and will write to you there.
        </p>
        <ButtonLink to={hasAccount ? '/dashboard#quotes' : '/signup'}>
          {hasAccount ? 'Follow it on my dashboard' : 'Create an account to follow it'}
        </ButtonLink>
      </section>
      {estimate?.tier ? (
        <section className="card">
          <h2>Your estimate</h2>
          <Price {...estimate} />
          <p className="hint">From your answers, not an offer: your quote names the price.</p>
        </section>
      ) : null}
    </div>
  )
}
