import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'

import type { Ending } from '~/domain/quotes/ending.server'
import type { Submission } from '~/domain/submissions/kinds'
import { submissionUrl, type SubmissionListState } from '~/domain/submissions/submission-list'
import { Button } from '~/ui/button'
import { LeaveDialog, useUnsavedChanges } from '~/ui/unsaved-changes'
import { useActionFetcher } from '~/ui/use-action-fetcher'

import type { Reply } from '../../parts/contact-replies'
import { recordHeading, recordTitle, SubmissionRecord, type Newest } from '../../parts/submission-record'

type Props = {
  listState: SubmissionListState
  /** The submissions of the list behind the dialog, in its order, and the open one. */
  ids: readonly number[]
  id: number
  onMove: (id: number) => void
  onClosed: () => void
}

type Loaded = {
  submission: Submission
  replies: Reply[]
  newest: Newest | null
  ending: SerializeFrom<Ending> | null
}

/** A submission in a dialog over its list, with its form and links to the previous and next ones. */
export function SubmissionDialog({ listState, ids, id, onMove, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const loader = useFetcher<Loaded>()
  const saver = useActionFetcher(`submission-${listState.kind.slug}-${id}`)
  const unsaved = useUnsavedChanges()
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null)
  const position = ids.indexOf(id)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  const path = submissionUrl(listState, id)
  const { load } = loader
  useEffect(() => {
    load(path)
    heading.current?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each submission; other params do not matter
  }, [listState.kind.slug, id])

  const sent = useRef(false)
  useEffect(() => {
    if (saver.state !== 'idle') sent.current = true
    else if (sent.current) {
      sent.current = false
      if (!saver.data) dialog.current?.close() // saved: an error has data
    }
  }, [saver.state, saver.data])

  /** Asks before unsaved input is lost. */
  const leave = (go: () => void) => {
    if (unsaved.hasChanges()) setLeaving({ go })
    else go()
  }
  const move = (to: number | undefined) => {
    if (to === undefined) return
    leave(() => onMove(to))
  }
  const close = () => leave(() => dialog.current?.close())
  const closeOnRequest = (event: SyntheticEvent) => {
    if (!unsaved.hasChanges()) return
    event.preventDefault()
    close()
  }

  const opened = loader.data?.submission
  const submission = opened?.id === id ? opened : null
  return (
    <dialog
      ref={dialog}
      className="record-dialog"
      aria-labelledby={titleId}
      onClose={onClosed}
      onCancel={closeOnRequest}
      // Browsers do not let two `cancel` events in a row be prevented; a keydown always can be.
      onKeyDown={(event) => event.key === 'Escape' && closeOnRequest(event)}
    >
      <header className="record-dialog-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {submission ? recordHeading(listState, submission) : recordTitle(listState, id)}
        </h2>
        <button type="button" className="button button-quiet" onClick={close}>
          Close
        </button>
      </header>
      <div className="record-dialog-body" aria-busy={submission === null} key={id}>
        {submission ? (
          <SubmissionRecord
            listState={listState}
            submission={submission}
            replies={loader.data?.replies}
            newest={loader.data?.newest}
            ending={loader.data?.ending}
            form={saver.Form}
            formResult={saver.data}
            busy={saver.isSending}
          />
        ) : (
          <p>Loading...</p>
        )}
      </div>
      <footer className="record-dialog-foot">
        <Button
          type="button"
          variant="secondary"
          aria-disabled={position <= 0 || undefined}
          onClick={() => move(ids[position - 1])}
        >
          Previous
        </Button>
        <p>
          {position + 1} of {ids.length} on this page
        </p>
        <Button
          type="button"
          variant="secondary"
          aria-disabled={position === ids.length - 1 || undefined}
          onClick={() => move(ids[position + 1])}
        >
          Next
        </Button>
      </footer>
      {leaving ? (
        <LeaveDialog
          onStay={() => setLeaving(null)}
          onLeave={() => {
            setLeaving(null)
            unsaved.discard()
            leaving.go()
          }}
        />
      ) : null}
    </dialog>
  )
}
