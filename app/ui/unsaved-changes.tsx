import { useBeforeUnload, useBlocker } from '@remix-run/react'
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

/** A form that asks before it is left with changes. */
type Guarded = {
  isChanged: boolean
  /** It is being sent at this moment: that leads away from it and loses nothing. */
  isSubmitting: boolean
  /** Drops what was typed. */
  discard: () => void
}

const GuardedForms = createContext<Set<Guarded>>(new Set())

/** The state of a link that gives up what was typed, as Cancel does. */
export const discarding = { discard: true }

/** Asks before a link leads away from a form of these pages that has changes, and before the tab is closed or reloaded. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<Guarded>())
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!hasChanges(forms)) return false
    const { pathname, search, state } = nextLocation
    if (pathname === currentLocation.pathname && search === currentLocation.search) return false
    if ((state as Partial<typeof discarding> | null)?.discard !== true) return true
    discardAll(forms)
    return false
  })
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
      {children}
      {blocker.state === 'blocked' ? (
        <LeaveDialog
          onLeave={() => {
            discardAll(forms)
            blocker.proceed()
          }}
          onStay={() => blocker.reset()}
        />
      ) : null}
    </GuardedForms.Provider>
  )
}

function hasChanges(forms: ReadonlySet<Guarded>) {
  return [...forms].some(({ isChanged, isSubmitting }) => isChanged && !isSubmitting)
}

function discardAll(forms: ReadonlySet<Guarded>) {
  for (const form of forms) {
    form.isChanged = false
    form.discard()
  }
}

/** Makes a form one of those that are asked about; `discard` drops what was typed into it. */
export function useGuard(active: boolean, discard: () => void) {
  const forms = useContext(GuardedForms)
  const own = useRef<Guarded>({ isChanged: false, isSubmitting: false, discard })
  useEffect(() => {
    own.current.discard = discard
  })
  useEffect(() => {
    const form = own.current
    if (active) forms.add(form)
    return () => void forms.delete(form)
  }, [active, forms])
  return {
    noteChange(isChanged = true) {
      own.current.isChanged = isChanged
    },
    noteSubmit() {
      own.current.isSubmitting = true
      setTimeout(() => (own.current.isSubmitting = false))
    },
  }
}

/** Whether a form of the page has changes that are not saved, and what drops them. */
export function useUnsavedChanges() {
  const forms = useContext(GuardedForms)
  return { hasChanges: () => hasChanges(forms), discard: () => discardAll(forms) }
}

/** Asks whether to leave a form with changes. Staying gives the focus back to what had it. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLDivElement>(null)
  const questionId = useId()
  const isAnswered = useRef(false)
  useEffect(() => {
    dialog.current?.showModal()
    stay.current?.querySelector('button')?.focus()
  }, [])
  // Closing restores the focus at once, but its event is queued: by then another key may have been pressed.
  const answer = (act: () => void) => () => {
    isAnswered.current = true
    dialog.current?.close()
    act()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={questionId}
      onClose={() => isAnswered.current || onStay()}
      onKeyDown={(event) => {
        // Left to the browser, Escape would also close the dialog below: both count as opened by the same press.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        answer(onStay)()
      }}
    >
      <p className="dialog-question" id={questionId}>
        Your changes are not saved.
      </p>
      <div className="actions" ref={stay}>
        <Button type="button" onClick={answer(onStay)}>
          Go on editing
        </Button>
        <Button type="button" variant="secondary" onClick={answer(onLeave)}>
          Leave without saving
        </Button>
      </div>
    </dialog>
  )
}
