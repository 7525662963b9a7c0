import type { SerializeFrom } from '@remix-run/node'
import { Link, useFetcher } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'

import type { Ending } from '~/domain/quotes/ending.server'
import { quotes, type Submission } from '~/domain/submissions/kinds'
import { useHydrated } from '~/ui/use-hydrated'
import { isPlainClick } from '~/ui/use-in-page-links'

import { EndedNotice } from '../../parts/ended-notice'
import { SubmissionFields } from '../../parts/submission-record'
import { StatusBadge } from '../../parts/submission-value'

/** A link to the page of a quote; with JavaScript it opens the quote over this page. */
export function QuoteDialogLink({ id, children }: { id: number; children: ReactNode }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)

  function show(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link
        to={`/admin/underwriting/quote/${id}`}
        className="button button-secondary"
        aria-haspopup={hydrated ? 'dialog' : undefined}
        onClick={show}
      >
        {children}
      </Link>
      {open ? <QuoteDialog id={id} onClosed={() => setOpen(false)} /> : null}
    </>
  )
}

function QuoteDialog({ id, onClosed }: { id: number; onClosed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const { load, data } = useFetcher<{ submission: Submission; ending: SerializeFrom<Ending> | null }>()
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
    load(`/admin/submissions/quotes/${id}`)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- opened once, and recorded once
  }, [id])

  return (
    <dialog ref={dialog} className="record-dialog" aria-labelledby={titleId} onClose={onClosed}>
      <header className="record-dialog-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          Quote Q-{id}
        </h2>
        <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <div className="record-dialog-body" aria-busy={data === undefined}>
        {data ? (
          <>
            <p>
              Status: <StatusBadge status={data.submission.status} />
            </p>
            <EndedNotice ending={data.ending} quoteId={id} />
            <SubmissionFields kind={quotes} submission={data.submission} />
          </>
        ) : (
          <p>Loading...</p>
        )}
      </div>
      <footer className="record-dialog-foot">
        <Link to={`/admin/underwriting/quote/${id}`}>View Full Underwriting Details</Link>
      </footer>
    </dialog>
  )
}
