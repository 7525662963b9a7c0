import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'

import { facts } from '~/content/facts'

import { Button } from './button'
import { Card } from './card'
import { CoverTimeline } from './cover-timeline'
import { PageHeading } from './page-heading'
import { useScripted } from './use-scripted'

const stayFor = 15_000

/** What an applicant sees after sending: what happens next. With JavaScript it makes way for an empty form, unless told to stay. */
export function QuoteThanks() {
  const navigate = useNavigate()
  const scripted = useScripted()
  const [staying, setStaying] = useState(false)
  const leaving = scripted && !staying

  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => navigate('/get-a-quote', { replace: true }), stayFor)
    return () => clearTimeout(timer)
  }, [leaving, navigate])

  return (
    <div className="container">
      <PageHeading
        title="Thank you. Your application is in."
        lede="Nothing more to do for now. Here is what to expect."
      />
      <div className="card-grid">
        <Card title="Within 1 business day">
          <p>We review your application. If something is unclear, we ask by email.</p>
        </Card>
        <Card title="Within 2 business days">
          <p>Your personal quote arrives by email, with the tier that fits and every step of its price.</p>
        </Card>
        <Card title="Then it is up to you">
          <p>
            A quote commits you to nothing. Cover is not active during the beta, and we tell you first when it
            is.
          </p>
        </Card>
      </div>
      <h2>What your quote will be about</h2>
      <CoverTimeline vestingMonths={facts.vestingMonths.least} />
      <p>
        <Link to="/get-a-quote" reloadDocument>
          Back to an empty form
        </Link>
      </p>
      {leaving ? (
        <p role="status">
          This page makes way for an empty form after 15 seconds.{' '}
          <Button type="button" variant="quiet" onClick={() => setStaying(true)}>
            Stay on this page
          </Button>
        </p>
      ) : null}
    </div>
  )
}
