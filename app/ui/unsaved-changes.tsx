import {
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  type Location,
} from '@remix-run/react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
} from 'react'

import { Button } from './button'
import { discardAll, GuardedForms, hasChanges, type Guarded } from './guarded-forms'
import { useIsSending } from './use-is-sending'

/** The open dialogs of a page, each by the function that closes it: Back closes the last one. */
const OpenDialogs = createContext<Set<() => void>>(new Set())

/**
 * Asks for confirmation before a link leaves a form with changes, and before the tab is closed or reloaded. A link that is followed while a form
 * is being saved waits for the result, which its page shows. While a dialog is open, Back closes it instead of leaving the page. The
 * router has only one blocker at a time, which does all three. `outcomeHint` describes where the result of an abandoned save is shown.
 */
export function UnsavedChanges({
  outcomeHint = 'The audit log tells its end.',
  children,
}: {
  outcomeHint?: string
  children: ReactNode
}) {
  const [forms] = useState(() => new Set<Guarded>())
  const [dialogs] = useState(() => new Set<() => void>())
  const isSending = useIsSending()
  const { state, location: next } = useNavigation()
  const pageUrl = urlOf(useLocation())
  // Once the result of a save is shown, or its page loads again, nothing is being saved.
  const isSaving = isSending && (state === 'submitting' || (state === 'loading' && urlOf(next) !== pageUrl))
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (historyAction === 'POP' && dialogs.size > 0) return true
    const isLeaving = urlOf(nextLocation) !== urlOf(currentLocation)
    return isLeaving && (isSaving || hasChanges(forms))
  })
  const isBlocked = blocker.state === 'blocked'
  const closesDialog = isBlocked && dialogs.size > 0
  const waiting = useWaitingLink(isBlocked && !closesDialog ? blocker.location : null, { isSaving, pageUrl })
  useEffect(() => {
    if (!closesDialog) return
    blocker.reset()
    ;[...dialogs].at(-1)?.()
  }, [closesDialog, blocker, dialogs])
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasChanges(forms)) event.preventDefault()
      },
      [forms],
    ),
  )
  return (
    <GuardedForms.Provider value={forms}>
      <OpenDialogs.Provider value={dialogs}>{children}</OpenDialogs.Provider>
      {isBlocked && !closesDialog ? (
        <LeaveDialog
          isSaving={isSaving}
          outcomeHint={outcomeHint}
          onLeave={() => {
            waiting.forget()
            discardAll(forms)
            blocker.proceed()
          }}
          onStay={() => {
            waiting.forget()
            blocker.reset()
          }}
        />
      ) : null}
    </GuardedForms.Provider>
  )
}

function urlOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  return pathname + search
}

/**
 * Follows a link that was pressed while a page loads, since the router drops a blocked link afterwards: after a save that has redirected to
 * another page, with its message; and a link that was pressed after errors, so that the question is asked again. After errors of
 * a save that the link has waited for, the page stays with the form and its errors.
 */
function useWaitingLink(
  pressed: Location | null,
  { isSaving, pageUrl }: { isSaving: boolean; pageUrl: string },
) {
  const isIdle = useNavigation().state === 'idle'
  const navigate = useNavigate()
  const link = useRef<{ to: Location; from: string; waits: boolean } | null>(null)
  useEffect(() => {
    if (pressed && !isIdle) link.current ??= { to: pressed, from: pageUrl, waits: isSaving }
  }, [pressed, isIdle, isSaving, pageUrl])
  useEffect(() => {
    if (!isIdle || link.current === null) return
    const { to, from, waits } = link.current
    link.current = null
    if (pageUrl !== from) navigate(to, { state: { keepsMessage: true } })
    else if (!waits) navigate(to)
  }, [isIdle, pageUrl, navigate])
  return { forget: () => void (link.current = null) }
}

/** Whether a form of the page has unsaved changes, and a function that discards them. */
export function useUnsavedChanges() {
  const forms = useContext(GuardedForms)
  return { hasChanges: () => hasChanges(forms), discard: () => discardAll(forms) }
}

/** Makes Back close a dialog instead of leaving the page, while the component is rendered. */
export function useClosedByBack(close: () => void) {
  const dialogs = useContext(OpenDialogs)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const closeLatest = () => latest.current()
    dialogs.add(closeLatest)
    return () => void dialogs.delete(closeLatest)
  }, [dialogs])
}

type LeaveDialogProps = {
  /** Whether the form is being submitted: the link is then followed once the response has led to another page. */
  isSaving?: boolean
  outcomeHint?: string
  onLeave: () => void
  onStay: () => void
}

/** Asks whether to leave a form with changes. Staying restores the focus. */
export function LeaveDialog({ isSaving = false, outcomeHint, onLeave, onStay }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLDivElement>(null)
  const questionId = useId()
  const isClosing = useRef(false)
  useEffect(() => {
    dialog.current?.showModal()
    stay.current?.querySelector('button')?.focus()
  }, [])
  // Closing restores the focus at once, but its event is queued: another key may have been pressed before it fires.
  const closeWith = (act: () => void) => () => {
    isClosing.current = true
    dialog.current?.close()
    act()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={questionId}
      onClose={() => isClosing.current || onStay()}
      onKeyDown={(event) => {
        // By default Escape would also close the dialog below: the browser groups dialogs opened by the same press.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        closeWith(onStay)()
      }}
    >
      <p className="dialog-question" id={questionId}>
        {isSaving ? 'Your changes are being saved.' : 'Your changes are not saved.'}
      </p>
      {isSaving ? (
        <p>
          The page that you have chosen opens when that is done, and says how it ended. If you leave now, it
          goes on all the same. {outcomeHint}
        </p>
      ) : null}
      <div className="button-row" ref={stay}>
        <Button type="button" onClick={closeWith(onStay)}>
          {isSaving ? 'Stay on this page' : 'Go on editing'}
        </Button>
        <Button type="button" variant="secondary" onClick={closeWith(onLeave)}>
          {isSaving ? 'Leave now' : 'Leave without saving'}
        </Button>
      </div>
    </dialog>
  )
}
