import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

import type { Stage } from '~/domain/quotes/progress'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHeading } from '~/ui/page-heading'
import { Progress } from '~/ui/progress'

import { CoverTimeline, ExampleCoverTimeline } from '~/ui/cover-timeline'
import { SplitSection } from '../parts/split-section'

const redirectDelay = 15_000

/** Events that show that the visitor is still reading. */
const signsOfReading = ['wheel', 'touchmove', 'keydown'] as const

type Props = {
  /** The next steps, in order. */
  expectations: readonly { stage: string; title: string; text: string }[]
  /** The submitted application with its progress and the requested tier, if known. */
  sent: {
    id: number
    email: string
    stages: Stage[]
    tier: { name: string; vestingMonths: number } | null
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
    const timer = setTimeout(() => navigate('/get-a-quote', { replace: true }), redirectDelay)
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
          lede={
            sent
              ? `Its number is Q-${sent.id}. We write to ${sent.email}.`
              : 'Nothing more to do for now. Here is what to expect.'
          }
        />
      </div>
      <div className="only-with-script">
        <p className="stay" role="status">
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
      {sent ? (
        <Progress
          stages={sent.stages}
          notes={Object.fromEntries(expectations.map(({ stage, text }) => [stage, text]))}
        />
      ) : (
        <div className="card-grid">
          {expectations.map(({ title, text }) => (
            <Card key={title} title={title}>
              <p>{text}</p>
            </Card>
          ))}
        </div>
      )}
      <SplitSection title="Meanwhile">
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
          Back to an empty form
        </Link>
      </p>
    </div>
  )
}
